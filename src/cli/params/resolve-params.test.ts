import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../contract/index.ts";
import { AkmError } from "../../errors/index.ts";
import { resolveParams } from "./resolve-params.ts";

function resolve(schemas: Record<string, JsonObject>, words: string[], file: JsonObject = {}): JsonObject {
  const declared = Object.entries(schemas).map(([name, { default: fallback, ...schema }]) => ({
    name,
    schema,
    ...(fallback === undefined ? {} : { default: fallback }),
  }));
  return resolveParams(declared, { words, file, otherFlags: ["max-steps"] });
}

function one(schema: JsonObject, ...words: string[]): Json | undefined {
  return resolve({ p: schema }, words).p;
}

function refusal(work: () => unknown): AkmError {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(AkmError);
    return error as AkmError;
  }
  throw new Error("nothing was refused");
}

const text = { type: "string" };
const list = { type: "array", items: text };

describe("a value, by the schema of its param", () => {
  test.each<[string, JsonObject, string[], Json]>([
    ["text as typed", text, ["--p", "10:00"], "10:00"],
    ["text that reads like JSON", text, ["--p", "null"], "null"],
    ["text in quotes", text, ["--p", '"a"'], '"a"'],
    ["empty text", text, ["--p="], ""],
    ["text with = in it", text, ["--p=a=b"], "a=b"],
    ["text with line ends", text, ["--p=a\nb"], "a\nb"],
    ["text that begins with -, joined", text, ["--p=--x"], "--x"],
    ["an integer", { type: "integer" }, ["--p", "5"], 5],
    ["a negative number as a word of its own", { type: "integer" }, ["--p", "-5"], -5],
    ["an integer spelled as a decimal", { type: "integer" }, ["--p", "1.0"], 1],
    ["a number", { type: "number" }, ["--p", "-1.5e2"], -150],
    ["a bare boolean", { type: "boolean" }, ["--p"], true],
    ["a boolean with its word", { type: "boolean" }, ["--p", "false"], false],
    ["a boolean, joined", { type: "boolean" }, ["--p=true"], true],
    ["null where strings are out", { type: ["integer", "null"] }, ["--p", "null"], null],
    ["null where strings are in", { type: ["string", "null"] }, ["--p", "null"], "null"],
    ["one of several words", { type: "string", enum: ["yes", "no"] }, ["--p", "no"], "no"],
    ["one of several values without a type", { enum: [1, 2] }, ["--p", "2"], 2],
    ["an object", { type: "object" }, ["--p", '{"a":[1]}'], { a: [1] }],
    [
      "an object with __proto__ as data",
      { type: "object" },
      ["--p", '{"__proto__":1}'],
      JSON.parse('{"__proto__":1}'),
    ],
    ["anything, as text", {}, ["--p", "x"], "x"],
    ["one of two kinds", { anyOf: [{ type: "integer" }, { type: "boolean" }] }, ["--p", "true"], true],
    ["an array as JSON", list, ["--p", '["a","b"]'], ["a", "b"]],
    ["an empty array", { type: "array" }, ["--p", "[]"], []],
    ["an array, repeated", list, ["--p", "a", "--p=b"], ["a", "b"]],
    ["an array of one", list, ["--p", "null"], ["null"]],
    [
      "an array of numbers, repeated",
      { type: "array", items: { type: "integer" } },
      ["--p", "1", "--p", "-2"],
      [1, -2],
    ],
  ])("%s", (_, schema, words, value) => {
    expect(one(schema, ...words)).toEqual(value);
  });

  test.each<[string, JsonObject, string[], RegExp]>([
    ["a fraction for an integer", { type: "integer" }, ["--p", "1.5"], /not an integer/],
    ["a word for a number", { type: "number" }, ["--p", "many"], /not a number/],
    ["hexadecimal", { type: "integer" }, ["--p", "0x10"], /not an integer/],
    ["an integer beyond 2^53 - 1", { type: "integer" }, ["--p", "9007199254740993"], /not an integer/],
    ["a word outside the list", { type: "string", enum: ["a"] }, ["--p", "b"], /must be/],
    ["a value left out", text, ["--p"], /needs a value/],
    ["an array's value left out", { type: "array" }, ["--p"], /needs a value/],
    ["the value of one more item left out", list, ["--p", "a", "--p"], /needs a value/],
    ["a flag where a value is due", text, ["--p", "--q"], /needs a value/],
    ["a word after a boolean", { type: "boolean" }, ["--p", "maybe"], /true, false or no value/],
    ["a scalar given twice", text, ["--p", "a", "--p", "b"], /2 times/],
    ["a key twice in an object", { type: "object" }, ["--p", '{"a":1,"a":2}'], /twice/],
    ["broken JSON", { type: "object" }, ["--p", "{"], /not an object/],
    ["null for an array", { type: "array" }, ["--p", "null"], /is null, not an array/],
    ["an object for an array", { type: "array" }, ["--p", "{}"], /an object, not an array/],
    ["quoted text for an array", { type: "array" }, ["--p", '"abc"'], /a string, not an array/],
    ["an array that is broken", list, ["--p", "[1,"], /JSON array/],
    [
      "an item of another type",
      { type: "array", items: { type: "integer" } },
      ["--p", "1", "--p", "x"],
      /p\[1\]/,
    ],
    ["a part that misses its schema", { type: "object", required: ["a"] }, ["--p", "{}"], /a/],
  ])("%s is refused", (_, schema, words, message) => {
    const error = refusal(() => one(schema, ...words));
    expect(error.code).toMatch(/^PARAM_(?:INVALID|UNKNOWN)$/);
    expect(error.problems.map((problem) => problem.message).join("\n")).toMatch(message);
  });
});

describe("resolveParams", () => {
  test("fills in defaults, and misses what has none", () => {
    expect(resolve({ a: { type: "string", default: "x" }, b: { type: "null", default: null } }, [])).toEqual({
      a: "x",
      b: null,
    });
    expect(refusal(() => resolve({ a: text }, []))).toMatchObject({
      code: "PARAM_MISSING",
      hint: "Params are --a <string>.",
    });
    expect(refusal(() => resolve({ a: list }, []))).toMatchObject({
      hint: "Params are --a <array>. An array's flag is given once for each item.",
    });
  });

  test("tells all problems at once", () => {
    const error = refusal(() =>
      resolve({ a: text, n: { type: "integer" } }, ["stray", "--n", "x", "--zz", "1"]),
    );
    expect(error.problems.map(({ code }) => code)).toEqual([
      "PARAM_INVALID",
      "PARAM_UNKNOWN",
      "PARAM_MISSING",
      "PARAM_INVALID",
    ]);
  });

  test.each([
    ["--nmae", "name"],
    ["--max-stepz", "max-steps"],
  ])("%s suggests %s", (word, near) => {
    expect(refusal(() => resolve({ name: text }, ["--name", "x", word, "1"])).message).toContain(`--${near}`);
  });

  test("names are exact: no hyphen stands for an underscore, no letter case is folded, no- is not understood", () => {
    const schemas = { dry_run: { type: "boolean", default: false } };
    for (const word of ["--dry-run", "--Dry_run", "--no-dry_run", "--dry_runs"]) {
      expect(refusal(() => resolve(schemas, [word])).code).toBe("PARAM_UNKNOWN");
    }
  });

  test("words of the language's own objects are unknown params", () => {
    for (const name of ["__proto__", "constructor", "toString"]) {
      expect(refusal(() => resolve({}, [`--${name}`, "1"])).code).toBe("PARAM_UNKNOWN");
      expect(refusal(() => resolve({}, [], JSON.parse(`{"${name}":1}`))).code).toBe("PARAM_UNKNOWN");
    }
  });

  test("a file's values are checked as they are, and a flag wins over them", () => {
    expect(resolve({ a: text, n: { type: "integer" } }, ["--a", "flag"], { a: "file", n: 3 })).toEqual({
      a: "flag",
      n: 3,
    });
    expect(refusal(() => resolve({ n: { type: "integer" } }, [], { n: "3" })).code).toBe("PARAM_INVALID");
  });

  test("any words end in values or in problems, never in a crash", () => {
    const schemas = {
      s: text,
      b: { type: "boolean", default: true },
      l: { ...list, default: [] },
      o: { type: "object", default: {} },
    };
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.string(), fc.constantFrom("--s", "--b", "--l", "--o", "--s=1", "[", "{}", "true")),
        ),
        (words) => {
          try {
            expect(Object.keys(resolve(schemas, words))).toEqual(["s", "b", "l", "o"]);
          } catch (error) {
            expect(error).toBeInstanceOf(AkmError);
          }
        },
      ),
    );
  });

  test("any text reaches a text param as it is", () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(one(text, `--p=${value}`)).toBe(value);
      }),
    );
  });
});
