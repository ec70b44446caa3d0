import { type Json, MAP_ITEMS_MAX } from "../contract/index.ts";
import { type Bindings, describeType, resolveReference } from "./bindings.ts";

export type Items = { ok: true; items: Json[] } | { ok: false; message: string };

/** The items a map step fans out over. Only an array will do: a string is not a list of its characters. */
export function expandMap(over: string, bindings: Bindings): Items {
  const resolved = resolveReference(over, bindings);
  if (!resolved.ok) return { ok: false, message: `map.over: ${resolved.message}` };
  const { value } = resolved;
  if (!Array.isArray(value)) {
    const why = resolved.skippedStepId === undefined ? "" : ` (step ${resolved.skippedStepId} was skipped)`;
    return { ok: false, message: `map.over: ${over} is ${describeType(value)}${why}; a map needs an array` };
  }
  if (value.length > MAP_ITEMS_MAX)
    return {
      ok: false,
      message: `map.over: ${over} has ${value.length} items; a map takes at most ${MAP_ITEMS_MAX}`,
    };
  return { ok: true, items: value };
}
