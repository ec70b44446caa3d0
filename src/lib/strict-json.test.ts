import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../contract/index.ts";
import { hasExactNumbers } from "./exact-numbers.ts";
import { parseStrictJson } from "./strict-json.ts";

const CLOSED = { "[": "]", '{"a":': "}" } as const;

function nested(open: keyof typeof CLOSED, levels: number): string {
  return open.repeat(levels) + (open === "[" ? "" : "0") + CLOSED[open].repeat(levels);
}

describe("strict JSON accepts", () => {
  test.each([
    ["an object", '{"a":[1,true,false,null,"x"]}'],
    ["white space around and inside", ' \t\r\n{ "a" : [ 1 , 2 ] }\n'],
    ["a scalar alone", "-0.5e-3"],
    [
      "numbers in every spelling",
      "[0,-0,1.0,1e2,1E+2,0.1,9007199254740991,-9007199254740991,9.007199254740991e15]",
    ],
    ["escapes", String.raw`"\"\\\/\b\f\n\r\t\u00e9\ud83d\udca9"`],
    ["text outside the basic plane", '"💩"'],
    ["keys named after what every object inherits", '{"constructor":1,"toString":2,"hasOwnProperty":3}'],
    ["the same key in different objects", '{"a":{"a":1},"b":{"a":1}}'],
    ["arrays 64 levels deep", nested("[", 64)],
    ["objects 64 levels deep", nested('{"a":', 64)],
  ])("%s", (_what, text) => {
    expect(parseStrictJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
  });

  test("__proto__ as an ordinary key", () => {
    const parsed = parseStrictJson('{"a":1,"__proto__":{"polluted":1}}');
    if (!parsed.ok) throw new Error(parsed.message);
    expect(Object.keys(parsed.value as object)).toEqual(["a", "__proto__"]);
    expect(Object.getPrototypeOf(parsed.value)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("more levels where the caller allows them", () => {
    expect(parseStrictJson(nested("[", 100), { depthMax: 100 })).toMatchObject({ ok: true });
    expect(parseStrictJson(nested("[", 101), { depthMax: 100 })).toMatchObject({ ok: false });
  });
});

describe("strict JSON refuses", () => {
  test.each([
    ["no text", "", "no JSON value", 0],
    ["white space alone", " \n", "no JSON value", 2],
    ["a byte-order mark", '\ufeff{"a":1}', "byte-order mark", 0],
    ["NaN", '{"a":NaN}', "not NaN", 5],
    ["Infinity", "[Infinity]", "not Infinity", 1],
    ["minus Infinity", "[-Infinity]", "digit", 1],
    ["a number that a double cannot hold", '{"a":1e400}', "too large", 5],
    ["a key twice", '{"a":1,"a":2}', '"a" stands twice', 7],
    ["a key twice in two spellings", String.raw`{"a":1,"\u0061":2}`, '"a" stands twice', 7],
    ["__proto__ twice", '{"__proto__":1,"__proto__":2}', "twice", 15],
    ["a key twice among many", `{${"abcdefghijkl".split("").map((key) => `"${key}":0`)},"b":1}`, "twice", 73],
    ["text after the value", '{"a":1}x', "then x follows", 7],
    ["two values", '{"a":1}\n{"a":2}', 'then "{" follows', 8],
    ["a comma before the end of an object", '{"a":1,}', "nothing after it", 7],
    ["a comma before the end of an array", "[1,]", "nothing after it", 3],
    ["a missing value", "[1,,2]", "JSON value is expected", 3],
    ["a half surrogate as an escape", String.raw`"\ud800"`, "surrogate", 0],
    ["a half surrogate as a character", '["\udc00"]', "surrogate", 1],
    ["a half surrogate in a key", String.raw`{"\ud800":1}`, "surrogate", 1],
    ["an integer that would be rounded", "9007199254740993", "2^53", 0],
    ["a negative one", "[-9007199254740992]", "2^53", 1],
    ["one written with an exponent", "1e16", "2^53", 0],
    ["one written with a fraction", "9007199254740993.0", "2^53", 0],
    ["65 levels of arrays", nested("[", 65), "64 levels", 64],
    ["65 levels of objects", nested('{"a":', 65), "64 levels", 320],
    ["a million levels", "[".repeat(1_000_000), "64 levels", 64],
    ["a leading zero", "[01]", "malformed", 1],
    ["a bare dot", "[1.]", "malformed", 1],
    ["a plus sign", "+1", "JSON value is expected", 0],
    ["single quotes", "{'a':1}", "quoted key", 1],
    ["a bare key", "{a:1}", "quoted key is expected, not a", 1],
    ["a comment", "/* no */ 1", "JSON value is expected", 0],
    ["a word that only begins like a literal", "truex", "not truex", 0],
    ["an unknown escape", String.raw`"\x41"`, "escape", 1],
    ["a raw line feed in a string", '"a\nb"', "control character", 2],
    ["a string without an end", '["abc', "not closed", 1],
    ["an object without an end", '{"a":1', "the end of the text", 6],
    ["a missing colon", '{"a" 1}', '":" is expected', 5],
    ["a no-break space", "\u00a01", "JSON value is expected", 0],
  ])("%s, and says where", (_what, text, message, offset) => {
    expect(parseStrictJson(text)).toEqual({ ok: false, message: expect.stringContaining(message), offset });
  });
});

describe("strict JSON against the platform's parser", () => {
  const jsonLike = fc.array(
    fc.constantFrom(...'[]{},:"\\ \n0123456789.-+eEau', '"a"', "true", "null", "\\u0061", "\ud800", "\ufeff"),
    { maxLength: 24 },
  );

  test("it never throws, and what it accepts is read as the platform reads it", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          jsonLike.map((parts) => parts.join("")),
        ),
        (text) => {
          const parsed = parseStrictJson(text);
          if (parsed.ok) expect(parsed.value).toEqual(JSON.parse(text));
          else expect(parsed.offset).toBeLessThanOrEqual(text.length);
        },
      ),
      { numRuns: 2000 },
    );
  }, 30_000);

  test("it accepts every well-formed value, spelled compactly or with white space", () => {
    const value = fc
      .jsonValue({ maxDepth: 5, stringUnit: "grapheme" })
      .filter((candidate) => hasExactNumbers(candidate as Json));
    fc.assert(
      fc.property(value, fc.constantFrom(0, 1, "\t"), (original, indent) => {
        const text = JSON.stringify(original, null, indent);
        expect(parseStrictJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });
});
