import { expect, test } from "vitest";
import { nameSome } from "./name-some.ts";

test("names all of a few, and counts what is left of many", () => {
  expect([nameSome(["a"], 2), nameSome(["a", "b"], 2), nameSome(["a", "b", "c", "d"], 2)]).toEqual([
    "a",
    "a, b",
    "a, b and 2 more",
  ]);
});
