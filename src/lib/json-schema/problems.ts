import type { Json, JsonObject } from "../../contract/index.ts";

export type SchemaProblemCode =
  | "schema-not-an-object"
  | "schema-unsupported-keyword"
  | "schema-unknown-keyword"
  | "schema-unknown-type"
  | "schema-bad-value"
  | "schema-contradiction"
  | "schema-too-deep"
  | "schema-too-large";

/** One thing wrong with a schema; `path` leads from the schema's root to the key or value it is about. */
export interface SchemaProblem {
  path: (string | number)[];
  code: SchemaProblemCode;
  /** What was found and what to write, one sentence. */
  message: string;
  /** The keyword it is about, where it is about one. */
  keyword?: string;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The JSON type of a value, with its article, for messages. */
export function typeInWords(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  return `a ${typeof value}`;
}
