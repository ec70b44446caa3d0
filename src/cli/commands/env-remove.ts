import { RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import { argumentAt, type Call } from "../call.ts";
import type { Answer, Verb } from "../verb.ts";

export const envRemove: Verb = {
  summary: "Delete an env file",
  arguments: [{ name: "ref", summary: "env/<name>", required: true, completes: "env" }],
  flags: [],
  example: "akm env remove env/ci",
  run: remove,
};

async function remove(call: Call): Promise<Answer> {
  const { removeAsset, requireAsset } = await call.machine.disk();
  const bundles = await (await call.machine.workspace()).bundles();
  const asset = requireAsset(argumentAt(call, 0), "env", bundles);
  removeAsset(asset);
  const { ref, path } = asset;
  return {
    ending: { kind: "done" },
    result: {
      envelope: { ok: true, shape: "env-remove", schemaVersion: RESULT_SCHEMA_VERSION, ref, path },
      text: () => `Removed ${path}`,
    },
  };
}
