import type { Json } from "../../contract/index.ts";

/**
 * Deep equality of JSON values: key order is nothing, `-0` is `0`, a key `__proto__` is a key. `visit` is asked before
 * each pair of nodes with its depth from 0 and ends the comparison, as unequal, by answering false.
 */
export function jsonEqual(left: Json, right: Json, visit: (depth: number) => boolean, depth = 0): boolean {
  if (!visit(depth)) return false;
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => jsonEqual(item, right[index] as Json, visit, depth + 1));
  }
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every(
    (key) => Object.hasOwn(right, key) && jsonEqual(left[key] as Json, right[key] as Json, visit, depth + 1),
  );
}
