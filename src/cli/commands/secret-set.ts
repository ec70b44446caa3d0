import { existsSync } from "node:fs";
import { RESULT_SCHEMA_VERSION, SECRET_BYTES_MAX } from "../../contract/index.ts";
import { argumentAt, type Call } from "../call.ts";
import { readValue } from "../secrets/read-value.ts";
import type { Answer, Verb } from "../verb.ts";

export const secretSet: Verb = {
  summary: "Store a secret, read from stdin or typed without being shown; one that is there is replaced",
  arguments: [
    {
      name: "ref",
      summary: "secrets/<name>; sub-folders are given with /",
      required: true,
      completes: "secret",
    },
  ],
  flags: [],
  example: "akm secret set deploy-token < token.txt",
  run: set,
};

async function set(call: Call): Promise<Answer> {
  const { placeAsset, writeAsset } = await call.machine.disk();
  const workspace = await call.machine.workspace();
  const asset = placeAsset(argumentAt(call, 0), "secrets", {
    bundles: await workspace.bundles(),
    cwd: workspace.cwd,
  });
  const { ref, path } = asset;
  const value = await readValue(call, ref, SECRET_BYTES_MAX);
  const created = !existsSync(path);
  writeAsset(asset, value, true);
  return {
    ending: { kind: "done" },
    result: {
      envelope: {
        ok: true,
        shape: "secret-set",
        schemaVersion: RESULT_SCHEMA_VERSION,
        ref,
        path,
        created,
      },
      text: () => `${created ? "Stored" : "Replaced"} ${ref}`,
    },
  };
}
