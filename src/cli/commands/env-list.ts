import { type JsonObject, RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import type { Call } from "../call.ts";
import { renderTable } from "../render/table.ts";
import type { Answer, Verb } from "../verb.ts";

export const envList: Verb = {
  summary: "List the env files of all bundles, and the names they set",
  arguments: [],
  flags: [],
  example: "akm env list",
  run: list,
};

interface ListedEnv {
  ref: string;
  keys: string[];
}

/** A file that cannot be read is listed without names, and said to be so. */
async function list(call: Call): Promise<Answer> {
  const { listAssets, readEnvAsset } = await call.machine.disk();
  const bundles = await (await call.machine.workspace()).bundles();
  const envs: ListedEnv[] = [];
  for (const asset of bundles.flatMap((bundle) => listAssets(bundle, "env"))) {
    const read = await readEnvAsset(asset);
    for (const warning of read.ok ? read.warnings : [read.message]) call.say.warning(warning);
    envs.push({ ref: asset.ref, keys: read.ok ? read.entries.map(({ name }) => name) : [] });
  }
  const rows = envs.map(({ ref, keys }) => [ref, keys.join(" ")]);
  return {
    ending: { kind: "done" },
    result: {
      envelope: {
        ok: true,
        shape: "env-list",
        schemaVersion: RESULT_SCHEMA_VERSION,
        envs: envs.map((env): JsonObject => ({ ...env })),
      },
      text: (style) =>
        rows.length === 0
          ? "There are no env files. Make one with akm env create <name>."
          : renderTable(["REF", "NAMES"], rows, style),
    },
  };
}
