import { describe, expect, test } from "vitest";
import { isClosedSchema } from "./closed-schema.ts";

const closed = {
  type: "object",
  properties: { a: { type: "number" } },
  required: ["a"],
  additionalProperties: false,
};

describe("a schema for a strict mode", () => {
  test.each([
    [{ type: "string" }],
    [closed],
    [{ type: "array", items: closed }],
    [{ ...closed, properties: { a: { anyOf: [closed, { type: "null" }] } } }],
  ])("is closed: %j", (schema) => {
    expect(isClosedSchema(schema)).toBe(true);
  });

  test.each([
    [{ type: "object" }],
    [{ ...closed, additionalProperties: true }],
    [{ ...closed, required: [] }],
    [{ type: "array", items: { type: "object" } }],
    [{ ...closed, properties: { a: { type: "object" } } }],
    [{ anyOf: [closed, { type: "object" }] }],
    [{ allOf: [closed] }],
    [{ ...closed, not: { type: "null" } }],
  ])("is open: %j", (schema) => {
    expect(isClosedSchema(schema)).toBe(false);
  });
});
