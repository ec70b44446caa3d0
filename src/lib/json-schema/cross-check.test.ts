import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../contract/index.ts";
import { checkSchema } from "./check-schema.ts";
import { JSON_TYPES } from "./keywords.ts";
import { validate } from "./validate.ts";

const key = fc.constantFrom("a", "b", "c", "length", "constructor");
const scalar = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, -0, 1, 2, 1.5, -1, 1e2, "", "a", "ab", "💩", "e\u0301"),
  fc.string({ maxLength: 4, unit: "grapheme" }),
);

const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(key, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

const small = fc.nat(3);
const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.constant({}),
    fc.record(
      {
        type: fc.oneof(
          fc.constantFrom(...JSON_TYPES),
          fc.uniqueArray(fc.constantFrom(...JSON_TYPES), { minLength: 1, maxLength: 3 }),
        ),
        enum: fc.array(value, { minLength: 1, maxLength: 4 }),
        properties: fc.dictionary(key, tie("schema"), { maxKeys: 3, noNullPrototype: true }),
        required: fc.uniqueArray(key, { maxLength: 2 }),
        items: tie("schema"),
        additionalProperties: fc.boolean(),
        minItems: small,
        maxItems: small,
        minLength: small,
        maxLength: small,
        minimum: fc.constantFrom(-1, 0, 1, 1.5),
        maximum: fc.constantFrom(0, 1, 2, 100),
        allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
        anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
        oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
        not: tie("schema"),
        description: fc.string(),
      },
      { requiredKeys: [], noNullPrototype: true },
    ),
  ),
}));

// shows: schema-333
test("a value is judged as a full JSON Schema validator judges it", () => {
  const ajv = new Ajv2020({ strict: false, ownProperties: true, validateSchema: false });
  fc.assert(
    fc.property(schema, value, (generated, candidate) => {
      fc.pre(checkSchema(generated).length === 0);
      expect(validate(candidate, generated).ok).toBe(ajv.compile(generated)(candidate));
    }),
    { numRuns: 500 },
  );
}, 30_000);
