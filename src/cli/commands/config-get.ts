import { RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import { argumentAt, type Call } from "../call.ts";
import { configAsJson } from "../config/config-json.ts";
import { notSet } from "../config/unset-meanings.ts";
import type { Answer, Verb } from "../verb.ts";

export const configGet: Verb = {
  summary: "Show one setting and where it comes from",
  arguments: [
    { name: "key", summary: "For example workflow.maxConcurrency", required: true, completes: "config-key" },
  ],
  flags: [],
  worksWithBrokenConfig: true,
  example: "akm config get workflow.maxConcurrency",
  run: get,
};

async function get(call: Call): Promise<Answer> {
  const key = argumentAt(call, 0);
  const { parseConfigKey, valueAt } = await call.machine.disk();
  const path = parseConfigKey(key);
  const { config, origins } = await (await call.machine.workspace()).config();
  const value = valueAt(configAsJson(config), path);
  const origin = origins[key] ?? originOfPart(origins, key) ?? "unset";
  return {
    ending: { kind: "done" },
    result: {
      envelope: {
        ok: true,
        shape: "config",
        schemaVersion: RESULT_SCHEMA_VERSION,
        key,
        ...(value === undefined ? {} : { value }),
        origin,
      },
      text: () =>
        value === undefined ? notSet(key) : typeof value === "string" ? value : JSON.stringify(value),
    },
  };
}

/** Of a group the file that sets any of it; of a part the file that sets the whole. */
function originOfPart(origins: Readonly<Record<string, string>>, key: string): string | undefined {
  const related = Object.keys(origins).filter(
    (set) => set.startsWith(`${key}.`) || key.startsWith(`${set}.`),
  );
  return [...new Set(related.map((set) => origins[set]))].join(" and ") || undefined;
}
