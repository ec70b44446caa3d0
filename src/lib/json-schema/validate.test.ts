import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../contract/index.ts";
import { validate } from "./validate.ts";

function errorsOf(value: Json, schema: JsonObject): string[] {
  const outcome = validate(value, schema);
  return outcome.ok ? [] : outcome.errors.map((error) => `${error.path || "it"} ${error.message}`);
}

function nestedArray(levels: number): Json {
  let value: Json = 0;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

function nestedItems(levels: number): JsonObject {
  let schema: JsonObject = {};
  for (let level = 1; level < levels; level += 1) schema = { items: schema };
  return schema;
}

describe("one keyword at a time", () => {
  // shows: schema-333
  test.each<[Json, JsonObject, boolean]>([
    ["💩", { maxLength: 1 }, true],
    ["e\u0301", { maxLength: 1 }, false],
    ["💩💩", { minLength: 3 }, false],
    ["💩💩", { minLength: 2, maxLength: 2 }, true],
    ["", { minLength: 1 }, false],
    ["", { maxLength: 0 }, true],
    [[], { minItems: 1 }, false],
    [[1, 2], { maxItems: 1 }, false],
    [1.0, { type: "integer" }, true],
    [1e2, { type: "integer" }, true],
    [-0, { type: "integer" }, true],
    [1.5, { type: "integer" }, false],
    [1, { type: "number" }, true],
    [true, { type: "integer" }, false],
    [true, { type: "boolean" }, true],
    [null, { type: "object" }, false],
    [[1], { type: "object" }, false],
    [{}, { type: "array" }, false],
    [null, { type: ["string", "null"] }, true],
    ["x", { type: ["string", "null"] }, true],
    [1, { type: ["string", "null"] }, false],
    [{ b: 1, a: 2 }, { enum: [{ a: 2, b: 1 }] }, true],
    [{ a: 2 }, { enum: [{ a: 2, b: 1 }] }, false],
    [[1, 2], { enum: [[2, 1]] }, false],
    [[1], { enum: [{ "0": 1 }] }, false],
    [null, { enum: [null] }, true],
    [-0, { enum: [0] }, true],
    ["1", { enum: [1] }, false],
    [0, { minimum: 0 }, true],
    [-0.1, { minimum: 0 }, false],
    [3.1, { maximum: 3 }, false],
    [{ a: 1 }, { required: ["a"] }, true],
    [{}, { required: ["a"] }, false],
    [{ a: null }, { required: ["a"] }, true],
    [{ a: "x", b: 1 }, { properties: { a: { type: "string" } } }, true],
    [{ a: 1 }, { properties: { a: { type: "string" } } }, false],
    [{ b: 1 }, { properties: { a: {} }, additionalProperties: false }, false],
    [{ a: 1 }, { properties: { a: {} }, additionalProperties: false }, true],
    [{ a: 1 }, { additionalProperties: false }, false],
    [{ a: 1 }, { additionalProperties: true }, true],
    [[1, "x"], { items: { type: "integer" } }, false],
    [[], { items: { not: {} } }, true],
    [5, { allOf: [{ minimum: 1 }, { maximum: 4 }] }, false],
    [5, { anyOf: [{ maximum: 4 }, { minimum: 5 }] }, true],
    [5, { anyOf: [{ maximum: 4 }, { minimum: 6 }] }, false],
    [5, { oneOf: [{ minimum: 1 }, { maximum: 9 }] }, false],
    [5, { oneOf: [{ minimum: 1 }, { maximum: 4 }] }, true],
    [5, { oneOf: [{ type: "string" }] }, false],
    [5, { not: {} }, false],
    [5, { not: { type: "string" } }, true],
    ["text", { minimum: 9, minItems: 9, required: ["a"], additionalProperties: false }, true],
    [9, { minLength: 99, items: { not: {} }, properties: { a: { not: {} } } }, true],
  ])("%j under %j: %s", (value, schema, expected) => {
    expect(validate(value, schema).ok).toBe(expected);
  });

  test("what every object inherits is no property of a value", () => {
    expect(validate({}, { required: ["constructor"] }).ok).toBe(false);
    expect(validate({}, { properties: { constructor: { not: {} }, toString: { not: {} } } }).ok).toBe(true);
    expect(validate({ constructor: 1 }, { additionalProperties: false }).ok).toBe(false);
  });

  test("__proto__ is a property like any other", () => {
    const value = JSON.parse('{"__proto__":{"a":1}}');
    expect(validate(value, { additionalProperties: false }).ok).toBe(false);
    expect(validate(value, { required: ["__proto__"] }).ok).toBe(true);
    expect(validate({}, { required: ["__proto__"] }).ok).toBe(false);
    expect(validate(value, JSON.parse('{"properties":{"__proto__":{"type":"string"}}}')).ok).toBe(false);
    expect(validate({}, JSON.parse('{"enum":[{"__proto__":null}]}')).ok).toBe(false);
  });
});

describe("the errors", () => {
  test("say all that is missed, each with its place", () => {
    const schema: JsonObject = {
      type: "object",
      required: ["file", "verdict"],
      additionalProperties: false,
      properties: {
        verdict: { enum: ["pass", "fail"] },
        issues: {
          type: "array",
          items: { type: "object", properties: { line: { type: "integer", minimum: 1 } } },
        },
      },
    };
    const value = { verdict: "maybe", "odd key": 1, issues: [{ line: 0 }, { line: 1.5 }, "x"] };
    expect(errorsOf(value, schema)).toEqual([
      'it lacks the required property "file"',
      '["odd key"] is not a declared property',
      'verdict must be one of ["pass","fail"]',
      "issues[0].line must be at least 1",
      "issues[1].line must be of type integer, not a number with a fraction",
      "issues[2] must be of type object, not a string",
    ]);
  });

  test("never hold the value itself", () => {
    const schema: JsonObject = {
      type: "integer",
      enum: [1],
      not: { type: "string" },
      anyOf: [{ maxLength: 1 }],
    };
    expect(errorsOf("s3cret", schema).join()).not.toContain("s3cret");
  });

  test("stay few, however many there are", () => {
    expect(errorsOf(Array(1000).fill("x"), { items: { type: "integer" } })).toHaveLength(50);
  });

  test("show a long list of allowed values cut short", () => {
    const [error] = errorsOf(0, { enum: Array.from({ length: 1000 }, (_, index) => `value ${index}`) });
    expect(error?.length).toBeLessThan(300);
  });
});

describe("an evaluation that runs out is never a pass", () => {
  const numbers = (count: number): Json => Array(count).fill(1);

  // shows: schema-339b, schema-339c
  test.each<[string, Json, JsonObject, boolean]>([
    ["as many checks as are allowed", numbers(99_999), { items: { type: "integer" } }, true],
    ["one check more", numbers(100_000), { items: { type: "integer" } }, false],
    ["checks spent under not", numbers(100_000), { not: { items: { type: "string" } } }, true],
    ["checks used up under not", numbers(100_000), { not: { items: { type: "integer" } } }, false],
    [
      "checks used up under not of not",
      numbers(100_000),
      { not: { not: { items: { type: "integer" } } } },
      false,
    ],
    [
      "checks used up in one branch of anyOf",
      numbers(100_000),
      { anyOf: [{ items: { minimum: 0 } }, {}] },
      false,
    ],
    ["checks used up by enum", numbers(60_000), { enum: [numbers(59_999), numbers(60_000)] }, true],
    [
      "checks used up by comparing",
      numbers(60_000),
      { allOf: [{ enum: [numbers(60_000)] }, { enum: [numbers(60_000)] }] },
      false,
    ],
    ["64 levels", nestedArray(64), nestedItems(64), true],
    ["65 levels", nestedArray(64), nestedItems(65), false],
    ["10 000 levels", nestedArray(10_000), nestedItems(10_000), false],
    ["10 000 levels under not", nestedArray(10_000), { not: nestedItems(10_000) }, false],
    ["an enum value of 10 000 levels", nestedArray(10_000), { enum: [nestedArray(10_000)] }, false],
  ])("%s", (_what, value, schema, expected) => {
    expect(validate(value, schema).ok).toBe(expected);
  });

  // shows: schema-339c
  test("the error says that there was no judgement", () => {
    expect(errorsOf(numbers(100_000), { items: {} })).toEqual([
      "[99999] needs more than 100000 checks, so it was not judged",
    ]);
  });
});
