export const JSON_TYPES = ["null", "boolean", "integer", "number", "string", "array", "object"] as const;
export type JsonType = (typeof JSON_TYPES)[number];

/** The keywords akm enforces. Everything else of JSON Schema is refused where it is written, never ignored. */
export const ENFORCED_KEYWORDS = [
  "type",
  "enum",
  "properties",
  "required",
  "items",
  "additionalProperties",
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
] as const;
export type EnforcedKeyword = (typeof ENFORCED_KEYWORDS)[number];

/** Keywords that constrain nothing in JSON Schema either, and so pass. */
export const ANNOTATION_KEYWORDS = ["title", "description", "default", "examples"] as const;

const INLINE = "write the schema itself in this place";
const SHAPE =
  "list the allowed values with enum, bound the size with minLength and maxLength, or check it in the gate";
const STRICT_BOUND = "use minimum and maximum with the nearest allowed value";
const ONE_ITEM_SCHEMA = "use one schema as items, with minItems and maxItems";
const BRANCHES = "use anyOf with one complete schema a case";
const IN_GATE = "check it in the step's gate";
const NAME_KEYS = "name each key under properties, with required and additionalProperties: false";
const DROP = "leave it out";

/** What JSON Schema has and akm does not enforce, each with what to write in its place. */
export const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ["const", "use enum with that single value"],
  ["$ref", INLINE],
  ["$dynamicRef", INLINE],
  ["$recursiveRef", INLINE],
  ["$defs", INLINE],
  ["definitions", INLINE],
  ["pattern", SHAPE],
  ["format", SHAPE],
  ["contentEncoding", SHAPE],
  ["contentMediaType", SHAPE],
  ["contentSchema", SHAPE],
  ["exclusiveMinimum", STRICT_BOUND],
  ["exclusiveMaximum", STRICT_BOUND],
  ["multipleOf", "use type: integer, or list the allowed values with enum"],
  ["prefixItems", ONE_ITEM_SCHEMA],
  ["additionalItems", ONE_ITEM_SCHEMA],
  ["unevaluatedItems", ONE_ITEM_SCHEMA],
  ["contains", IN_GATE],
  ["minContains", IN_GATE],
  ["maxContains", IN_GATE],
  ["uniqueItems", IN_GATE],
  ["if", BRANCHES],
  ["then", BRANCHES],
  ["else", BRANCHES],
  ["dependencies", BRANCHES],
  ["dependentSchemas", BRANCHES],
  ["dependentRequired", BRANCHES],
  ["patternProperties", NAME_KEYS],
  ["propertyNames", NAME_KEYS],
  ["minProperties", NAME_KEYS],
  ["maxProperties", NAME_KEYS],
  ["unevaluatedProperties", "use additionalProperties: false"],
  ["nullable", 'add "null" to type, as in type: [string, "null"]'],
  ["discriminator", "use oneOf with an enum that tells the cases apart"],
  ["$comment", "use description"],
  ["example", "use examples"],
  ["$schema", DROP],
  ["$id", DROP],
  ["id", DROP],
  ["$anchor", DROP],
  ["$dynamicAnchor", DROP],
  ["$vocabulary", DROP],
  ["deprecated", DROP],
  ["readOnly", DROP],
  ["writeOnly", DROP],
]);
