import type { Json } from "../../contract/index.ts";

/** Unit results in item order; a failed item's slot, and that of an empty free text, is null. */
export function collect(length: number, results: Iterable<{ index: number; result: Json }>): Json[] {
  const slots = new Array<Json>(length).fill(null);
  for (const { index, result } of results) slots[index] = result;
  return slots;
}
