import { expect, test } from "vitest";
import { salvageRefs, unitSlug } from "./salvage-ref.ts";

test.each([
  ["build:solo", "solo"],
  ["build:solo~l2", "solo-l2"],
  ["build:1f0c2b3a4d5e6f70", "1f0c2b3a4d5e6f70"],
  ["build:1f0c2b3a4d5e6f70#3", "1f0c2b3a4d5e6f70-3"],
  ["build:1f0c2b3a4d5e6f70#3~l12", "1f0c2b3a4d5e6f70-3-l12"],
])("the unit %s is called %s", (unitId, slug) => {
  expect(unitSlug(unitId)).toBe(slug);
});

test("an attempt's refs are its number, then its number counted on", () => {
  const attempt = { runId: "r", stepId: "build", unitId: "build:solo", attempt: 4 };
  expect(salvageRefs(attempt, 3)).toEqual([
    "refs/akm/r/build/solo/4",
    "refs/akm/r/build/solo/4-2",
    "refs/akm/r/build/solo/4-3",
  ]);
});
