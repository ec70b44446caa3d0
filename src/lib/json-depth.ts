import type { Json } from "../contract/index.ts";

/** Whether arrays and objects stand inside one another more than so many levels deep. Never looks further down. */
export function isDeeperThan(value: Json, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}
