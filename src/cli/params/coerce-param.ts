import type { Json, JsonObject } from "../../contract/index.ts";
import { parseStrictJson, validate } from "../../lib/index.ts";
import { asSchema, describeTypes, isOfTypes, typeOf, typesOf } from "./param-kind.ts";

export type Coerced = { ok: true; value: Json } | { ok: false; problems: string[] };

/**
 * The value that the words given for one param stand for, by its schema (spec cli.md, "Params"): text as typed where the
 * schema lets strings in, else read as JSON; a bare boolean is true; an array is the flag repeated or one JSON array.
 */
export function coerceParam(
  name: string,
  given: readonly (string | undefined)[],
  schema: JsonObject,
): Coerced {
  const types = typesOf(schema);
  const [first] = given;
  if (types.has("array") && !types.has("string"))
    return checked(name, readArray(name, given, schema), schema);
  if (given.length > 1) return refused(`${name} is given ${given.length} times; it takes one value`);
  return checked(name, readOne(name, first, schema), schema);
}

/** A value that came as JSON already. */
export function checkParam(name: string, value: Json, schema: JsonObject): Coerced {
  return checked(name, { ok: true, value }, schema);
}

function readOne(name: string, text: string | undefined, schema: JsonObject): Coerced {
  const types = typesOf(schema);
  if (text === undefined) {
    if (types.has("boolean")) return { ok: true, value: true };
    return valueMissing(name, types);
  }
  const readings = readingsOf(text, schema);
  const fitting = readings.find((value) => validate(value, schema).ok) ?? readings[0];
  if (fitting !== undefined) return { ok: true, value: fitting };
  return refused(`${name} is ${quoted(text)}, not ${describeTypes(types)}${jsonTrouble(text, schema)}`);
}

function valueMissing(name: string, types: ReadonlySet<string>): Coerced {
  return refused(
    `${name} needs a value: --${name} <${[...types].join("|")}>, or --${name}=<value> where it begins with -`,
  );
}

function readingsOf(text: string, schema: JsonObject): Json[] {
  const types = typesOf(schema);
  const parsed = parseStrictJson(text);
  const asJson =
    parsed.ok && typeof parsed.value !== "string" && isOfTypes(parsed.value, types) ? [parsed.value] : [];
  return types.has("string") ? [text, ...asJson] : asJson;
}

function readArray(name: string, given: readonly (string | undefined)[], schema: JsonObject): Coerced {
  if (given.includes(undefined)) return valueMissing(name, typesOf(schema));
  const [only] = given;
  if (given.length === 1 && only !== undefined) {
    const parsed = parseStrictJson(only);
    if (parsed.ok && (Array.isArray(parsed.value) || !hasItemTypes(schema)))
      return arrayOnly(name, only, parsed.value);
    if (!parsed.ok && only.trimStart().startsWith("[")) {
      return refused(`${name} begins like a JSON array and is none: ${parsed.message}`);
    }
  }
  const items = given.map((text, index) => readOne(`${name}[${index}]`, text, asSchema(schema.items)));
  const problems = items.flatMap((item) => (item.ok ? [] : item.problems));
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, value: items.flatMap((item) => (item.ok ? [item.value] : [])) };
}

/** With no word on what its items are, one JSON value that is no array is rather a mistake than an array of one. */
function arrayOnly(name: string, text: string, value: Json): Coerced {
  if (Array.isArray(value)) return { ok: true, value };
  return refused(
    `${name} is ${quoted(text)}, which is ${describeTypes(new Set([typeOf(value)]))}, not an array`,
  );
}

function hasItemTypes(schema: JsonObject): boolean {
  return Object.keys(asSchema(schema.items)).some((keyword) =>
    ["type", "enum", "anyOf", "oneOf"].includes(keyword),
  );
}

function checked(name: string, coerced: Coerced, schema: JsonObject): Coerced {
  if (!coerced.ok) return coerced;
  const validation = validate(coerced.value, schema);
  if (validation.ok) return coerced;
  const problems = validation.errors.map(({ path, message }) => `${placeIn(name, path)} ${message}`);
  return { ok: false, problems };
}

function placeIn(name: string, path: string): string {
  return path === "" ? name : path.startsWith("[") ? name + path : `${name}.${path}`;
}

function jsonTrouble(text: string, schema: JsonObject): string {
  const types = typesOf(schema);
  const parsed = parseStrictJson(text);
  return parsed.ok || !(types.has("object") || types.has("integer") || types.has("number"))
    ? ""
    : ` (${parsed.message})`;
}

const QUOTED_CHARS_MAX = 80;

function quoted(text: string): string {
  return JSON.stringify(text.length > QUOTED_CHARS_MAX ? `${text.slice(0, QUOTED_CHARS_MAX)}…` : text);
}

function refused(problem: string): Coerced {
  return { ok: false, problems: [problem] };
}
