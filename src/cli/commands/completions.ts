import { AkmError } from "../../errors/index.ts";
import { argumentAt, type Call } from "../call.ts";
import { COMPLETION_SHELLS } from "../completions/shells.ts";
import type { Answer, Verb } from "../verb.ts";

export const completions: Verb = {
  summary: "Print a script that completes commands, refs and run ids in your shell",
  arguments: [{ name: "shell", summary: COMPLETION_SHELLS.join(", "), required: true, completes: "shell" }],
  flags: [],
  worksWithBrokenConfig: true,
  example: "source <(akm completions bash)",
  run: printScript,
};

/** The script goes out as it is whatever the format: it is meant for a shell. */
async function printScript(call: Call): Promise<Answer> {
  const shell = argumentAt(call, 0);
  if (!COMPLETION_SHELLS.includes(shell)) {
    throw new AkmError("INVALID_FLAG_VALUE", `There are no completions for "${shell}".`, {
      hint: `Shells are ${COMPLETION_SHELLS.join(", ")}.`,
    });
  }
  if (shell === "bash") {
    const { BASH_SCRIPT } = await import("../completions/bash-script.ts");
    call.host.stdout.write(BASH_SCRIPT);
  } else {
    const { script } = await import("@bomb.sh/tab");
    script(shell, "akm", "akm");
  }
  return { ending: { kind: "done" } };
}
