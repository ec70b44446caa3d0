import { expect, test } from "vitest";
import { schemaText } from "./schema-text.ts";

test.each([
  [{ type: "string", description: "A name" }, "string"],
  [{ type: ["string", "null"] }, "string | null"],
  [{ enum: ["a", 1] }, '"a" | 1'],
  [{ const: true }, "true"],
  [{}, "anything"],
  [{ type: "array", items: { type: "integer", minimum: 0 } }, "[integer (minimum 0)]"],
  [{ type: "object" }, "object"],
  [
    {
      type: "object",
      properties: { files: { type: "array", items: { type: "string" } }, note: { type: "string" } },
      required: ["files"],
    },
    "{ files: [string], note?: string }",
  ],
  [{ anyOf: [{ type: "string" }] }, 'anything (anyOf [{"type":"string"}])'],
])("%j is %s", (schema, text) => {
  expect(schemaText(schema)).toBe(text);
});
