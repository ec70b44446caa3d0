import { expect, test } from "vitest";
import type { Json } from "../contract/index.ts";
import { hasExactNumbers } from "./exact-numbers.ts";

test.each<[Json, boolean]>([
  [2 ** 53 - 1, true],
  [2 ** 53, false],
  [[{ a: -(2 ** 53) }], false],
  [{ a: [0.1, -0, null, "9007199254740993"] }, true],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
])("%j has exact numbers alone: %s", (value, expected) => {
  expect(hasExactNumbers(value)).toBe(expected);
});
