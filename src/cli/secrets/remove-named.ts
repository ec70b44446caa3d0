import { RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import { argumentAt, type Call } from "../call.ts";
import type { Answer } from "../verb.ts";

const SHAPE_OF = { env: "env-remove", secrets: "secret-remove" } as const;

/** Deletes the file of the env file or secret that the first argument names. Errors: `ASSET_NOT_FOUND`. */
export async function removeNamed(call: Call, folder: keyof typeof SHAPE_OF): Promise<Answer> {
  const { removeAsset, requireAsset } = await call.machine.disk();
  const bundles = await (await call.machine.workspace()).bundles();
  const asset = requireAsset(argumentAt(call, 0), folder, bundles);
  removeAsset(asset);
  const { ref, path } = asset;
  return {
    ending: { kind: "done" },
    result: {
      envelope: { ok: true, shape: SHAPE_OF[folder], schemaVersion: RESULT_SCHEMA_VERSION, ref, path },
      text: () => `Removed ${path}`,
    },
  };
}
