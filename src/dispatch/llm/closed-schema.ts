import type { Json, JsonObject } from "../../contract/index.ts";
import { isRecord } from "./error-object.ts";

const NOT_IN_STRICT_MODE = ["allOf", "oneOf", "not"];

/**
 * Whether a provider's strict mode takes the schema: every object lists all it may hold and requires all it lists, and
 * schemas are combined by `anyOf` alone.
 */
export function isClosedSchema(schema: JsonObject): boolean {
  if (NOT_IN_STRICT_MODE.some((keyword) => keyword in schema)) return false;
  return isClosedObject(schema) && subschemas(schema).every(isClosedSchema);
}

function isClosedObject({ type, properties, required, additionalProperties }: JsonObject): boolean {
  if (type !== "object" && properties === undefined) return true;
  const names = isRecord(properties) ? Object.keys(properties) : [];
  const requires = Array.isArray(required) ? required : [];
  return additionalProperties === false && names.every((name) => requires.includes(name));
}

function subschemas({ properties, items, anyOf }: JsonObject): JsonObject[] {
  const inner: (Json | undefined)[] = [items, ...(Array.isArray(anyOf) ? anyOf : [])];
  if (isRecord(properties)) inner.push(...Object.values(properties as JsonObject));
  return inner.filter((schema): schema is JsonObject => isRecord(schema));
}
