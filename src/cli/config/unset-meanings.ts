import { MAP_CONCURRENCY_DEFAULT } from "../../contract/index.ts";
import type { CONFIG_KEYS } from "../../workspace/index.ts";

/** What holds for a key that no file sets, as docs/configuration.md has it. */
const UNSET_MEANINGS: Readonly<Record<(typeof CONFIG_KEYS)[number], string>> = {
  "output.format": "text on a terminal, else json",
  "workflow.maxConcurrency": "as many at once as the machine allows",
  "workflow.defaultMapConcurrency": String(MAP_CONCURRENCY_DEFAULT),
  "workflow.judgeEngine": "none; a gate with a rubric needs one",
  "defaults.engine": "opencode where it is on PATH, else none",
  bundles: "none",
};

/** What to say of a key or group that is not set. */
export function notSet(key: string): string {
  const meaning = new Map(Object.entries(UNSET_MEANINGS)).get(key);
  return meaning === undefined ? "not set" : `not set (default: ${meaning})`;
}
