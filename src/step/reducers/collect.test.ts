import { expect, test } from "vitest";
import { collect } from "./collect.ts";

// shows: schema-285a
// shows: reuse-42
test("results stand in item order, whatever order they come in", () => {
  expect(
    collect(3, [
      { index: 2, result: "c" },
      { index: 0, result: "a" },
      { index: 1, result: "b" },
    ]),
  ).toEqual(["a", "b", "c"]);
});

// shows: schema-288b
test("a slot without a result is null", () => {
  expect(collect(3, [{ index: 1, result: 0 }])).toEqual([null, 0, null]);
});

test("no items make an empty array", () => {
  expect(collect(0, [])).toEqual([]);
});
