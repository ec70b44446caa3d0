import { argumentAt, type Call } from "../call.ts";
import { resolveRefs } from "../secrets/resolve-refs.ts";
import { runWith } from "../secrets/run-with.ts";
import type { Answer, Verb } from "../verb.ts";

export const envRun: Verb = {
  summary: "Run a command with an env file's variables, its input and output untouched",
  arguments: [{ name: "ref", summary: "env/<name>", required: true, completes: "env" }],
  flags: [],
  takesCommand: true,
  example: "akm env run env/ci -- ./deploy.sh",
  run,
};

async function run(call: Call): Promise<Answer> {
  const { normalizeAssetRef } = await call.machine.disk();
  const ref = normalizeAssetRef(argumentAt(call, 0), "env");
  return await runWith(call, await resolveRefs(call, [{ kind: "group", ref }]));
}
