import { ENV_NAME_PATTERN } from "../../contract/index.ts";
import { AkmError } from "../../errors/index.ts";
import type { PlanEnvBinding } from "../../plan/index.ts";
import type { Call } from "../call.ts";
import { resolveRefs } from "../secrets/resolve-refs.ts";
import { runWith } from "../secrets/run-with.ts";
import type { Answer, Verb } from "../verb.ts";

export const secretRun: Verb = {
  summary: "Run a command with secrets in its environment, its input and output untouched",
  arguments: [
    { name: "ref", summary: "secrets/<name>", required: true, completes: "secret" },
    {
      name: "variable",
      summary: "What it is called there; more pairs may follow",
      required: true,
      repeats: true,
    },
  ],
  flags: [],
  takesCommand: true,
  example: "akm secret run secrets/deploy-token DEPLOY_TOKEN -- ./deploy.sh",
  run,
};

async function run(call: Call): Promise<Answer> {
  const { normalizeAssetRef } = await call.machine.disk();
  const bindings: PlanEnvBinding[] = [];
  for (let at = 0; at < call.args.length; at += 2) {
    const ref = normalizeAssetRef(call.args[at] ?? "", "secrets");
    bindings.push({ kind: "secret", name: variableAt(call, at + 1), ref });
  }
  return await runWith(call, await resolveRefs(call, bindings));
}

/** Errors: `MISSING_REQUIRED_ARGUMENT`, `INVALID_FLAG_VALUE`. */
function variableAt({ args }: Call, at: number): string {
  const name = args[at];
  if (name === undefined) {
    throw new AkmError("MISSING_REQUIRED_ARGUMENT", `${args[at - 1]} has no variable to go to.`, {
      hint: `For example: ${secretRun.example}`,
    });
  }
  if (ENV_NAME_PATTERN.test(name)) return name;
  throw new AkmError("INVALID_FLAG_VALUE", `"${name}" is no name a variable can have.`, {
    hint: `Each ref is followed by its variable: ${secretRun.example}`,
  });
}
