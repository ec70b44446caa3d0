import { resolve } from "node:path";
import { RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import type { Call } from "../call.ts";
import type { Answer, Verb } from "../verb.ts";

export const init: Verb = {
  summary: "Set up .akm/ with a config, a workflow that runs at once, and .gitignore lines",
  arguments: [
    { name: "dir", summary: "The project's directory; the current one unless told", required: false },
  ],
  flags: [],
  example: "akm init && akm workflow run workflows/hello",
  run: initialize,
};

async function initialize(call: Call): Promise<Answer> {
  const { cwd } = await call.machine.workspace();
  const { initializeProject } = await call.machine.disk();
  const { dir, created } = initializeProject(resolve(cwd, call.args[0] ?? "."));
  return {
    ending: { kind: "done" },
    result: {
      envelope: { ok: true, shape: "init", schemaVersion: RESULT_SCHEMA_VERSION, dir, created },
      text: () =>
        created.length === 0
          ? `${dir} is set up already.`
          : [
              `Set up ${dir}:`,
              ...created.map((path) => `  ${path}`),
              "",
              "Next: akm workflow run workflows/hello",
            ].join("\n"),
    },
  };
}
