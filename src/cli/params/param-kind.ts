import type { Json, JsonObject } from "../../contract/index.ts";
import { JSON_TYPES, type JsonType } from "../../lib/index.ts";

/** The JSON types a schema lets in, as far as its keywords say at a glance; all of them where they say nothing. */
export function typesOf(schema: JsonObject): ReadonlySet<JsonType> {
  if (schema.type !== undefined) {
    const stated = Array.isArray(schema.type) ? schema.type : [schema.type];
    return new Set(
      stated.filter((type): type is JsonType => (JSON_TYPES as readonly unknown[]).includes(type)),
    );
  }
  if (Array.isArray(schema.enum)) return new Set(schema.enum.map(typeOf));
  for (const branches of [schema.anyOf, schema.oneOf]) {
    if (Array.isArray(branches)) return new Set(branches.flatMap((branch) => [...typesOf(asSchema(branch))]));
  }
  return new Set(JSON_TYPES);
}

/** Whether it is given by repeating its flag, once for each item. */
export function isArrayAlone(schema: JsonObject): boolean {
  const types = typesOf(schema);
  return types.size === 1 && types.has("array");
}

/** The narrowest type of a value. */
export function typeOf(value: Json): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value as "boolean" | "string" | "object";
}

export function isOfTypes(value: Json, types: ReadonlySet<JsonType>): boolean {
  const type = typeOf(value);
  return types.has(type) || (type === "integer" && types.has("number"));
}

export function asSchema(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

/** `a string`, `an integer or null`: for messages. */
export function describeTypes(types: ReadonlySet<JsonType>): string {
  return [...types]
    .map((type) => (type === "null" ? type : `${/^[aio]/.test(type) ? "an" : "a"} ${type}`))
    .join(" or ");
}
