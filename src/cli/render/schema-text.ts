import type { Json, JsonObject } from "../../contract/index.ts";
import { asSchema } from "../params/param-kind.ts";

/** Said by the notation itself, or for people to read elsewhere. */
const SAID = ["type", "properties", "required", "items", "enum", "const", "description", "title"];

/**
 * A JSON Schema in few words: `{ files: [string], note?: string }`, a question mark behind what may be missing. Keywords that
 * have no such words follow in brackets.
 */
export function schemaText(schema: JsonObject): string {
  const others = Object.entries(schema).filter(([key]) => !SAID.includes(key));
  const more = others.map(([key, value]) => `${key} ${JSON.stringify(value)}`).join(", ");
  return more === "" ? shapeText(schema) : `${shapeText(schema)} (${more})`;
}

function shapeText({ type, properties, required, items, enum: choices, const: only }: JsonObject): string {
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(" | ");
  if (properties !== undefined) return objectText(asSchema(properties), required);
  if (items !== undefined) return `[${schemaText(asSchema(items))}]`;
  if (Array.isArray(type)) return type.join(" | ");
  return typeof type === "string" ? type : "anything";
}

function objectText(properties: JsonObject, required: Json | undefined): string {
  const needed = Array.isArray(required) ? required : [];
  const members = Object.entries(properties).map(
    ([name, schema]) => `${name}${needed.includes(name) ? "" : "?"}: ${schemaText(asSchema(schema))}`,
  );
  return members.length === 0 ? "object" : `{ ${members.join(", ")} }`;
}
