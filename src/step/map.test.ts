import { describe, expect, test } from "vitest";
import { type Json, MAP_ITEMS_MAX } from "../contract/index.ts";
import type { BoundArtifact } from "./bindings.ts";
import { expandMap } from "./map.ts";

function expand(over: string, params: Record<string, Json>, artifact?: BoundArtifact) {
  return expandMap(over, { params, artifacts: new Map(artifact === undefined ? [] : [["x", artifact]]) });
}

describe("what a map fans out over", () => {
  test("is the array the reference leads to", () => {
    expect(expand("params.items", { items: [1, "b", null] })).toEqual({ ok: true, items: [1, "b", null] });
  });

  test("may be empty", () => {
    expect(expand("params.items", { items: [] })).toEqual({ ok: true, items: [] });
  });

  test("may have as many items as the bound allows", () => {
    expect(expand("params.items", { items: Array(MAP_ITEMS_MAX).fill(0) })).toMatchObject({ ok: true });
  });
});

describe("what a map refuses, naming the reference and the type found", () => {
  test.each<[value: Json, type: string]>([
    [null, "null"],
    [{}, "an object"],
    ["abc", "a string"],
    [7, "a number"],
    [true, "a boolean"],
  ])("%j", (value, type) => {
    expect(expand("params.items", { items: value })).toEqual({
      ok: false,
      message: `map.over: params.items is ${type}; a map needs an array`,
    });
  });

  test("a param that has no value", () => {
    expect(expand("params.items", {})).toEqual({
      ok: false,
      message: "map.over: params.items has no value in this run",
    });
  });

  test("a step's text", () => {
    expect(expand("steps.x.output", {}, { skipped: false, value: "not json" })).toEqual({
      ok: false,
      message: "map.over: steps.x.output is a string; a map needs an array",
    });
  });

  test("a skipped step's output, saying that it was skipped", () => {
    expect(expand("steps.x.output.list", {}, { skipped: true })).toEqual({
      ok: false,
      message: "map.over: steps.x.output.list is null (step x was skipped); a map needs an array",
    });
  });

  test("more items than the bound allows", () => {
    expect(expand("params.items", { items: Array(MAP_ITEMS_MAX + 1).fill(0) })).toEqual({
      ok: false,
      message: "map.over: params.items has 10001 items; a map takes at most 10000",
    });
  });
});
