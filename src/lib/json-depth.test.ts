import { expect, test } from "vitest";
import type { Json } from "../contract/index.ts";
import { isDeeperThan } from "./json-depth.ts";

test.each<[Json, number, boolean]>([
  ["text", 0, false],
  [[], 0, true],
  [[], 1, false],
  [[{ a: [] }], 2, true],
  [[{ a: [] }], 3, false],
])("%j is deeper than %i: %s", (value, levels, expected) => {
  expect(isDeeperThan(value, levels)).toBe(expected);
});
