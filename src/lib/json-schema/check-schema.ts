import {
  JSON_DEPTH_MAX,
  type Json,
  type JsonObject,
  SCHEMA_BYTES_MAX,
  SCHEMA_DEPTH_MAX,
} from "../../contract/index.ts";
import { didYouMean } from "../did-you-mean.ts";
import { hasExactNumbers } from "../exact-numbers.ts";
import { isDeeperThan } from "../json-depth.ts";
import {
  ANNOTATION_KEYWORDS,
  ENFORCED_KEYWORDS,
  type EnforcedKeyword,
  JSON_TYPES,
  REPLACEMENTS,
} from "./keywords.ts";
import { isObject, type SchemaProblem, type SchemaProblemCode, typeInWords } from "./problems.ts";

/**
 * Checks that a schema stays inside the enforced subset (spec workflow-schema.txt, "The enforced JSON Schema subset"),
 * within 64 levels and 256 KiB of canonical JSON. All problems at once; none means that every word of it is enforced.
 */
export function checkSchema(schema: Json): SchemaProblem[] {
  const problems = checkNode({ path: [], depth: 1 }, schema);
  if (problems.some((problem) => problem.code === "schema-too-deep")) return problems;
  return [...problems, ...checkSize(schema)];
}

interface Place {
  path: (string | number)[];
  /** Schemas around this one, itself included. */
  depth: number;
}

type KeywordCheck = (place: Place, value: Json, keyword: string) => SchemaProblem[];

const KEYWORD_CHECKS: Record<EnforcedKeyword, KeywordCheck> = {
  type: checkType,
  enum: checkEnum,
  properties: checkProperties,
  required: checkRequired,
  items: checkItems,
  additionalProperties: checkAdditionalProperties,
  minItems: checkCount,
  maxItems: checkCount,
  minLength: checkCount,
  maxLength: checkCount,
  minimum: checkNumber,
  maximum: checkNumber,
  allOf: checkSchemaList,
  anyOf: checkSchemaList,
  oneOf: checkSchemaList,
  not: checkInnerSchema,
};

const BOUND_PAIRS: readonly (readonly [EnforcedKeyword, EnforcedKeyword])[] = [
  ["minItems", "maxItems"],
  ["minLength", "maxLength"],
  ["minimum", "maximum"],
];

const KNOWN_KEYWORDS: readonly string[] = [...ENFORCED_KEYWORDS, ...ANNOTATION_KEYWORDS];

function checkNode(place: Place, schema: Json): SchemaProblem[] {
  if (place.depth > SCHEMA_DEPTH_MAX) {
    return found(place, "schema-too-deep", `schemas may be nested at most ${SCHEMA_DEPTH_MAX} levels deep`);
  }
  if (!isObject(schema)) {
    const advice = typeof schema === "boolean" ? "; {} accepts everything, { not: {} } nothing" : "";
    return found(
      place,
      "schema-not-an-object",
      `a schema must be an object, not ${typeInWords(schema)}${advice}`,
    );
  }
  return [
    ...Object.keys(schema).flatMap((keyword) =>
      checkKeyword(at(place, keyword), keyword, schema[keyword] as Json),
    ),
    ...BOUND_PAIRS.flatMap(([low, high]) => checkBounds(place, schema, low, high)),
  ];
}

function checkKeyword(place: Place, keyword: string, value: Json): SchemaProblem[] {
  if (isOneOf(ENFORCED_KEYWORDS, keyword)) return KEYWORD_CHECKS[keyword](place, value, keyword);
  if (isOneOf(ANNOTATION_KEYWORDS, keyword)) return checkPlainValue(place, value, keyword);
  const replacement = REPLACEMENTS.get(keyword);
  if (replacement !== undefined) {
    return found(
      place,
      "schema-unsupported-keyword",
      `"${keyword}" is not enforced; ${replacement}`,
      keyword,
    );
  }
  const meant = didYouMean(keyword, KNOWN_KEYWORDS);
  const advice = meant === undefined ? `known are ${KNOWN_KEYWORDS.join(", ")}` : `did you mean "${meant}"?`;
  return found(place, "schema-unknown-keyword", `"${keyword}" is no schema keyword; ${advice}`, keyword);
}

function checkType(place: Place, value: Json): SchemaProblem[] {
  if (!Array.isArray(value)) return checkTypeName(place, value);
  if (value.length === 0) return bad(place, "type", `"type" must name at least one type`);
  return value.flatMap((name, index) => {
    const isRepeated = value.indexOf(name) < index;
    if (!isRepeated) return checkTypeName(at(place, index), name);
    return bad(at(place, index), "type", `"type" names ${JSON.stringify(name)} twice`);
  });
}

function checkTypeName(place: Place, value: Json): SchemaProblem[] {
  if (value === null) {
    return bad(place, "type", `"type" must be text, not null; the type of null is written "null", in quotes`);
  }
  if (typeof value !== "string") return bad(place, "type", `"type" must be text, not ${typeInWords(value)}`);
  if (isOneOf(JSON_TYPES, value)) return [];
  const meant = didYouMean(value, JSON_TYPES);
  const advice = meant === undefined ? `types are ${JSON_TYPES.join(", ")}` : `did you mean "${meant}"?`;
  return found(place, "schema-unknown-type", `"${value}" is no type; ${advice}`, "type");
}

function checkEnum(place: Place, value: Json): SchemaProblem[] {
  if (!Array.isArray(value)) return bad(place, "enum", `"enum" must be an array, not ${typeInWords(value)}`);
  if (value.length === 0) return bad(place, "enum", `"enum" must list at least one value`);
  return checkPlainValue(place, value, "enum");
}

function checkProperties(place: Place, value: Json): SchemaProblem[] {
  if (!isObject(value)) {
    return bad(place, "properties", `"properties" must be an object of schemas, not ${typeInWords(value)}`);
  }
  return Object.keys(value).flatMap((name) => checkNode(inside(place, name), value[name] as Json));
}

function checkRequired(place: Place, value: Json): SchemaProblem[] {
  if (!Array.isArray(value)) {
    return bad(place, "required", `"required" must be an array of property names, not ${typeInWords(value)}`);
  }
  const seen = new Set<Json>();
  return value.flatMap((name, index) => {
    const isRepeated = seen.has(name);
    seen.add(name);
    if (typeof name !== "string") {
      return bad(at(place, index), "required", `"required" holds ${typeInWords(name)}, not a name`);
    }
    if (!isRepeated) return [];
    return bad(at(place, index), "required", `"required" names ${JSON.stringify(name)} twice`);
  });
}

function checkItems(place: Place, value: Json): SchemaProblem[] {
  if (!Array.isArray(value)) return checkInnerSchema(place, value);
  const message = `a list of schemas as "items" is not enforced; ${REPLACEMENTS.get("prefixItems")}`;
  return found(place, "schema-unsupported-keyword", message, "items");
}

function checkAdditionalProperties(place: Place, value: Json): SchemaProblem[] {
  if (typeof value === "boolean") return [];
  if (!isObject(value)) {
    return bad(
      place,
      "additionalProperties",
      `"additionalProperties" must be false, not ${typeInWords(value)}`,
    );
  }
  const message = `a schema as "additionalProperties" is not enforced; use false, and name each key under properties`;
  return found(place, "schema-unsupported-keyword", message, "additionalProperties");
}

function checkCount(place: Place, value: Json, keyword: string): SchemaProblem[] {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return [];
  return bad(place, keyword, `"${keyword}" must be a whole number of 0 or more`);
}

function checkNumber(place: Place, value: Json, keyword: string): SchemaProblem[] {
  if (typeof value === "number") return checkPlainValue(place, value, keyword);
  return bad(place, keyword, `"${keyword}" must be a number, not ${typeInWords(value)}`);
}

function checkSchemaList(place: Place, value: Json, keyword: string): SchemaProblem[] {
  if (!Array.isArray(value) || value.length === 0) {
    return bad(place, keyword, `"${keyword}" must be an array of at least one schema`);
  }
  return value.flatMap((schema, index) => checkNode(inside(place, index), schema));
}

function checkInnerSchema(place: Place, value: Json): SchemaProblem[] {
  return checkNode({ ...place, depth: place.depth + 1 }, value);
}

function checkBounds(
  place: Place,
  schema: JsonObject,
  low: EnforcedKeyword,
  high: EnforcedKeyword,
): SchemaProblem[] {
  const least = schema[low];
  const most = schema[high];
  if (typeof least !== "number" || typeof most !== "number" || least <= most) return [];
  const message = `"${low}" is ${least} but "${high}" is ${most}, so nothing can satisfy both`;
  return found(at(place, low), "schema-contradiction", message, low);
}

/** Values that stand in a schema without being schemas: any JSON of bounded depth and exact numbers. */
function checkPlainValue(place: Place, value: Json, keyword: string): SchemaProblem[] {
  if (isDeeperThan(value, JSON_DEPTH_MAX)) {
    const message = `"${keyword}" is nested more than ${JSON_DEPTH_MAX} levels deep`;
    return found(place, "schema-too-deep", message, keyword);
  }
  return hasExactNumbers(value) ? [] : bad(place, keyword, `"${keyword}" holds a number beyond 2^53 - 1`);
}

/** Key order does not change the length, so this is the canonical text's. */
function checkSize(schema: Json): SchemaProblem[] {
  const bytes = Buffer.byteLength(JSON.stringify(schema));
  if (bytes <= SCHEMA_BYTES_MAX) return [];
  const message = `the schema is ${bytes} bytes of JSON; at most ${SCHEMA_BYTES_MAX} are allowed`;
  return [{ path: [], code: "schema-too-large", message }];
}

function at(place: Place, segment: string | number): Place {
  return { path: [...place.path, segment], depth: place.depth };
}

function inside(place: Place, segment: string | number): Place {
  return { path: [...place.path, segment], depth: place.depth + 1 };
}

function bad(place: Place, keyword: string, message: string): SchemaProblem[] {
  return found(place, "schema-bad-value", message, keyword);
}

function found(place: Place, code: SchemaProblemCode, message: string, keyword?: string): SchemaProblem[] {
  return [{ path: place.path, code, message, ...(keyword === undefined ? {} : { keyword }) }];
}

function isOneOf<Word extends string>(words: readonly Word[], word: string): word is Word {
  return (words as readonly string[]).includes(word);
}
