import { RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import { argumentAt, type Call } from "../call.ts";
import type { Answer, Verb } from "../verb.ts";

export const envPath: Verb = {
  summary: "Show where an env file is, to edit it or to hand it on",
  arguments: [{ name: "ref", summary: "env/<name>", required: true, completes: "env" }],
  flags: [],
  example: "akm env path env/ci",
  run: showPath,
};

async function showPath(call: Call): Promise<Answer> {
  const { requireAsset } = await call.machine.disk();
  const bundles = await (await call.machine.workspace()).bundles();
  const { ref, path } = requireAsset(argumentAt(call, 0), "env", bundles);
  return {
    ending: { kind: "done" },
    result: {
      envelope: { ok: true, shape: "env-path", schemaVersion: RESULT_SCHEMA_VERSION, ref, path },
      text: () => path,
    },
  };
}
