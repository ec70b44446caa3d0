import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../contract/index.ts";
import { canonicalJson } from "./canonical-json.ts";

function nested(levels: number): Json {
  let value: Json = 0;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

/** The same value with every object's keys put in another order. */
function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}

const wellFormedJson = fc.jsonValue({ stringUnit: "grapheme", maxDepth: 6 }) as fc.Arbitrary<Json>;

describe("canonical JSON", () => {
  test.each<[string, Json, string]>([
    ["no white space", { a: [1, true, null, "x"] }, '{"a":[1,true,null,"x"]}'],
    ["keys in order", { b: 1, a: 2, "": 0 }, '{"":0,"a":2,"b":1}'],
    ["keys that look like numbers in text order", { "9": 1, "10": 2 }, '{"10":2,"9":1}'],
    ["keys by UTF-16 units, not code points", { "\ufb33": 1, "\u{1f600}": 2 }, '{"\u{1f600}":2,"\ufb33":1}'],
    ["a key __proto__ like any other", JSON.parse('{"__proto__":1,"A":2}'), '{"A":2,"__proto__":1}'],
    ["empty containers", [[], {}], "[[],{}]"],
    ["minus zero as zero", [-0, 0], "[0,0]"],
    [
      "numbers as ECMAScript writes them",
      [1.0, 1e21, 1e-7, 333333333.3333333],
      "[1,1e+21,1e-7,333333333.3333333]",
    ],
    ["only the escapes JSON needs", '"\\/\u0001\u007f€\n', '"\\"\\\\/\\u0001\u007f€\\n"'],
    ["text outside the basic plane as it is", "💩", '"💩"'],
  ])("writes %s", (_what, value, expected) => {
    expect(canonicalJson(value)).toBe(expected);
  });

  test.each<[string, Json, string]>([
    ["NaN", { a: [1, Number.NaN] }, "NaN at a[1]"],
    ["an infinite number", Number.NEGATIVE_INFINITY, "-Infinity at the root"],
    ["a lone surrogate in a value", { "odd key": "\ud800" }, 'a lone surrogate at ["odd key"]'],
    ["a lone surrogate in a key", { "\udc00": 1 }, "a lone surrogate"],
    ["undefined", { a: undefined } as unknown as Json, "undefined at a"],
    ["a value that would exhaust the stack", nested(100_000), "nested more than 1024 levels"],
  ])("refuses %s with its path", (_what, value, message) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
    expect(() => canonicalJson(value)).toThrow(message);
  });

  test("a surrogate's escape spelled out in text is no surrogate", () => {
    expect(canonicalJson("\\ud800")).toBe('"\\\\ud800"');
  });

  test("the order in which keys were added changes nothing", () => {
    fc.assert(
      fc.property(wellFormedJson, (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
    );
  });

  test("reading the text gives the value back", () => {
    fc.assert(
      fc.property(wellFormedJson, (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
