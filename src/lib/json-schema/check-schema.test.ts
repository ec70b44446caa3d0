import { describe, expect, test } from "vitest";
import { type Json, SCHEMA_BYTES_MAX, SCHEMA_DEPTH_MAX } from "../../contract/index.ts";
import { checkSchema } from "./check-schema.ts";
import { ANNOTATION_KEYWORDS, ENFORCED_KEYWORDS, REPLACEMENTS } from "./keywords.ts";

function nestedSchema(levels: number): Json {
  let schema: Json = {};
  for (let level = 1; level < levels; level += 1) schema = { items: schema };
  return schema;
}

function nestedValue(levels: number): Json {
  let value: Json = 0;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

describe("a schema of the subset has no problems", () => {
  // shows: schema-333, schema-335e
  test.each<[string, Json]>([
    ["the empty one", {}],
    ["every type", { type: ["null", "boolean", "integer", "number", "string", "array", "object"] }],
    [
      "every keyword",
      {
        type: "object",
        enum: [{ a: 1 }, null],
        properties: { a: { type: "integer", minimum: -1.5, maximum: 3 }, "": {} },
        required: ["a", "elsewhere"],
        additionalProperties: false,
        items: { minItems: 0, maxItems: 2, minLength: 0, maxLength: 2 },
        allOf: [{}],
        anyOf: [{}, { not: {} }],
        oneOf: [{ type: "string" }],
        not: { enum: [0] },
      },
    ],
    [
      "annotations of any value",
      { title: 1, description: null, default: { $ref: "x" }, examples: [{ const: 1 }] },
    ],
    ["equal bounds", { minItems: 2, maxItems: 2, minimum: 0, maximum: 0 }],
    ["properties named like keywords", { properties: { pattern: {}, $ref: { type: "string" }, enum: {} } }],
    [
      "properties named after what every object inherits",
      JSON.parse('{"properties":{"__proto__":{},"constructor":{}}}'),
    ],
    ["64 levels", nestedSchema(SCHEMA_DEPTH_MAX)],
    ["exactly 256 KiB", { description: "x".repeat(SCHEMA_BYTES_MAX - '{"description":""}'.length) }],
  ])("%s", (_what, schema) => {
    expect(checkSchema(schema)).toEqual([]);
  });
});

describe("a problem is found where it stands", () => {
  // shows: schema-335a, schema-335c
  test.each<[string, Json, { path: (string | number)[]; code: string; message: string; keyword?: string }]>([
    ["null in place of a schema", null, { path: [], code: "schema-not-an-object", message: "not null" }],
    [
      "true in place of a schema",
      { properties: { a: true } },
      { path: ["properties", "a"], code: "schema-not-an-object", message: "{} accepts everything" },
    ],
    [
      "a misspelled type",
      { type: "strig" },
      { path: ["type"], code: "schema-unknown-type", message: 'did you mean "string"?', keyword: "type" },
    ],
    [
      "a misspelled type in a list",
      { type: ["null", "int"] },
      { path: ["type", 1], code: "schema-unknown-type", message: '"int" is no type', keyword: "type" },
    ],
    [
      "a type without quotes",
      { type: null },
      { path: ["type"], code: "schema-bad-value", message: "in quotes" },
    ],
    [
      "a type that is a number",
      { type: 3 },
      { path: ["type"], code: "schema-bad-value", message: "not a number" },
    ],
    [
      "no type in the list",
      { type: [] },
      { path: ["type"], code: "schema-bad-value", message: "at least one" },
    ],
    [
      "a type twice",
      { type: ["null", "null"] },
      { path: ["type", 1], code: "schema-bad-value", message: "twice" },
    ],
    [
      "a misspelled keyword",
      { items: { typ: "string" } },
      {
        path: ["items", "typ"],
        code: "schema-unknown-keyword",
        message: 'did you mean "type"?',
        keyword: "typ",
      },
    ],
    [
      "a keyword like nothing known",
      { zzzzzzzz: 1 },
      {
        path: ["zzzzzzzz"],
        code: "schema-unknown-keyword",
        message: "known are type, enum",
        keyword: "zzzzzzzz",
      },
    ],
    [
      "a key every object inherits",
      JSON.parse('{"__proto__":{}}'),
      {
        path: ["__proto__"],
        code: "schema-unknown-keyword",
        message: "no schema keyword",
        keyword: "__proto__",
      },
    ],
    [
      "a list as items",
      { items: [{}] },
      {
        path: ["items"],
        code: "schema-unsupported-keyword",
        message: "minItems and maxItems",
        keyword: "items",
      },
    ],
    [
      "a schema as additionalProperties",
      { additionalProperties: { type: "string" } },
      {
        path: ["additionalProperties"],
        code: "schema-unsupported-keyword",
        message: "use false",
        keyword: "additionalProperties",
      },
    ],
    [
      "text as additionalProperties",
      { additionalProperties: "no" },
      { path: ["additionalProperties"], code: "schema-bad-value", message: "must be false, not a string" },
    ],
    [
      "enum without a list",
      { enum: "a" },
      { path: ["enum"], code: "schema-bad-value", message: "must be an array" },
    ],
    [
      "enum without a value",
      { enum: [] },
      { path: ["enum"], code: "schema-bad-value", message: "at least one" },
    ],
    [
      "properties as a list",
      { properties: [] },
      { path: ["properties"], code: "schema-bad-value", message: "an array" },
    ],
    [
      "required as text",
      { required: "a" },
      { path: ["required"], code: "schema-bad-value", message: "not a string" },
    ],
    [
      "required with a number",
      { required: [1] },
      { path: ["required", 0], code: "schema-bad-value", message: "a number" },
    ],
    [
      "required twice",
      { required: ["a", "a"] },
      { path: ["required", 1], code: "schema-bad-value", message: "twice" },
    ],
    [
      "a negative count",
      { minItems: -1 },
      { path: ["minItems"], code: "schema-bad-value", message: "whole number" },
    ],
    [
      "a count with a fraction",
      { maxLength: 1.5 },
      { path: ["maxLength"], code: "schema-bad-value", message: "whole" },
    ],
    [
      "a bound that is text",
      { maximum: "3" },
      { path: ["maximum"], code: "schema-bad-value", message: "not a string" },
    ],
    [
      "an empty anyOf",
      { anyOf: [] },
      { path: ["anyOf"], code: "schema-bad-value", message: "at least one schema" },
    ],
    [
      "allOf as a schema",
      { allOf: {} },
      { path: ["allOf"], code: "schema-bad-value", message: "must be an array" },
    ],
    ["not as a list", { not: [] }, { path: ["not"], code: "schema-not-an-object", message: "not an array" }],
    [
      "a bound that a double rounds",
      { maximum: 2 ** 53 },
      { path: ["maximum"], code: "schema-bad-value", message: "beyond 2^53 - 1" },
    ],
    [
      "a value that a double rounds",
      { enum: [{ a: [1e300] }] },
      { path: ["enum"], code: "schema-bad-value", message: "beyond 2^53 - 1" },
    ],
    [
      "bounds that exclude each other",
      { not: { minLength: 3, maxLength: 2 } },
      { path: ["not", "minLength"], code: "schema-contradiction", message: "nothing can satisfy both" },
    ],
  ])("%s", (_what, schema, problem) => {
    expect(checkSchema(schema)).toEqual([
      expect.objectContaining({ ...problem, message: expect.stringContaining(problem.message) }),
    ]);
  });

  // shows: schema-335b, schema-337
  test.each([...REPLACEMENTS])("%s is named with what to write instead", (keyword, replacement) => {
    expect(checkSchema({ oneOf: [{ [keyword]: {} }] })).toEqual([
      {
        path: ["oneOf", 0, keyword],
        code: "schema-unsupported-keyword",
        message: `"${keyword}" is not enforced; ${replacement}`,
        keyword,
      },
    ]);
  });

  test("all problems are told at once, in the order they are written", () => {
    const schema: Json = {
      typ: "x",
      properties: { a: { const: 1 }, b: { type: "strig", minItems: -1 } },
      minimum: "0",
    };
    expect(checkSchema(schema).map((problem) => problem.path.join("/"))).toEqual([
      "typ",
      "properties/a/const",
      "properties/b/type",
      "properties/b/minItems",
      "minimum",
    ]);
  });
});

describe("the bounds of a schema", () => {
  // shows: schema-339a
  test.each<[string, Json]>([
    ["65 levels of schemas", nestedSchema(SCHEMA_DEPTH_MAX + 1)],
    ["10 000 levels of schemas", nestedSchema(10_000)],
    ["10 000 levels under not", { not: nestedSchema(10_000) }],
    ["an enum value of 65 levels", { enum: [nestedValue(64)] }],
    ["a default of 10 000 levels", { default: nestedValue(10_000) }],
  ])("%s are too deep, and the stack holds", (_what, schema) => {
    expect(checkSchema(schema).map((problem) => problem.code)).toEqual(["schema-too-deep"]);
  });

  test("one byte over 256 KiB is too large, counted in bytes", () => {
    const room = SCHEMA_BYTES_MAX - '{"description":""}'.length;
    expect(checkSchema({ description: `${"x".repeat(room - 2)}€` })).toEqual([
      expect.objectContaining({ code: "schema-too-large", path: [] }),
    ]);
  });
});

test("no keyword is in two of the lists", () => {
  const words = [...ENFORCED_KEYWORDS, ...ANNOTATION_KEYWORDS, ...REPLACEMENTS.keys()];
  expect(new Set(words).size).toBe(words.length);
});
