import { describe, expect, test } from "vitest";
import type { Json } from "../../../contract/index.ts";
import { readDottedPath } from "./dotted-path.ts";

const VALUE: Json = { a: { b: [{ text: "first" }, { text: "last" }] }, "0": "key", constructor: 1 };

describe("a dotted path", () => {
  test.each<[string, Json | undefined]>([
    ["a.b.0.text", "first"],
    ["a.b.-1.text", "last"],
    ["0", "key"],
    ["constructor", 1],
    ["a.b.2.text", undefined],
    ["a.b.text", undefined],
    ["a.x.y", undefined],
    ["a.toString", undefined],
    ["a.b.0.text.length", undefined],
  ])("%s leads to %j", (path, found) => {
    expect(readDottedPath(VALUE, path)).toEqual(found);
  });
});
