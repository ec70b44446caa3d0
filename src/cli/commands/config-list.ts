import { RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import type { Call } from "../call.ts";
import { configAsJson } from "../config/config-json.ts";
import { renderTable } from "../render/table.ts";
import type { Answer, Verb } from "../verb.ts";

export const configList: Verb = {
  summary: "Show every setting, the project's over the user's, and where each comes from",
  arguments: [],
  flags: [],
  worksWithBrokenConfig: true,
  example: "akm config list",
  run: list,
};

async function list(call: Call): Promise<Answer> {
  const loaded = await (await call.machine.workspace()).config();
  const { valueAt } = await call.machine.disk();
  const config = configAsJson(loaded.config);
  const { origins } = loaded;
  const rows = Object.entries(origins).map(([key, origin]) => [
    key,
    JSON.stringify(valueAt(config, key.split("."))),
    origin,
  ]);
  return {
    ending: { kind: "done" },
    result: {
      envelope: { ok: true, shape: "config", schemaVersion: RESULT_SCHEMA_VERSION, config, origins },
      text: (style) =>
        rows.length === 0 ? "Nothing is set." : renderTable(["KEY", "VALUE", "FROM"], rows, style),
    },
  };
}
