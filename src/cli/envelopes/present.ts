import type { Json, JsonObject } from "../../contract/index.ts";

/** The keys that have a value: in results an optional key is absent, never null. */
export function present(values: Readonly<Record<string, Json | undefined>>): JsonObject {
  const kept: JsonObject = {};
  for (const [key, value] of Object.entries(values)) if (value !== undefined) kept[key] = value;
  return kept;
}
