import type { Json } from "../contract/index.ts";

/**
 * Whether every number in a value is finite and within ±(2^53 − 1), beyond which every double is an integer that may be a
 * rounded one (decision S12). The value's depth must be bounded already.
 */
export function hasExactNumbers(value: Json): boolean {
  if (typeof value === "number") return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  return typeof value !== "object" || value === null || Object.values(value).every(hasExactNumbers);
}
