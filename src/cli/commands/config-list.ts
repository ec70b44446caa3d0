import { type Json, RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import { clipText } from "../../lib/clip-text.ts";
import type { Call } from "../call.ts";
import { configAsJson } from "../config/config-json.ts";
import { fitRows, renderTable } from "../render/table.ts";
import type { Style } from "../style.ts";
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
  const rows = Object.entries(origins).flatMap(([key, origin]) =>
    settingsOf(key, valueAt(config, key.split(".")) ?? null).map(([name, value]) => [name, value, origin]),
  );
  return {
    ending: { kind: "done" },
    result: {
      envelope: { ok: true, shape: "config", schemaVersion: RESULT_SCHEMA_VERSION, config, origins },
      text: (style) => (rows.length === 0 ? "Nothing is set." : listText(rows, style, call.host.columns())),
    },
  };
}

/** A row for each setting of an engine, by the key that changes it. */
function settingsOf(key: string, value: Json): [string, string][] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return [[key, JSON.stringify(value)]];
  }
  return Object.entries(value).flatMap(([name, inner]) => settingsOf(`${key}.${name}`, inner));
}

const HEADINGS = ["KEY", "VALUE", "FROM"];
const VALUE_CHARS_MIN = 20;

function listText(rows: readonly (readonly string[])[], style: Style, columns: number): string {
  const value = { column: 1, min: VALUE_CHARS_MIN, clip: clipText };
  return renderTable(HEADINGS, fitRows(HEADINGS, rows, columns, [value]), style);
}
