import { JSON_DEPTH_MAX, type Json } from "../contract/index.ts";
import { JsonScanner, Refusal } from "./json-scanner.ts";

/** `offset` is the 0-based UTF-16 index in the text where reading stopped. */
export type StrictJson = { ok: true; value: Json } | { ok: false; message: string; offset: number };

export interface StrictJsonOptions {
  /** Arrays and objects inside one another, at most; 64 unless told. */
  depthMax?: number;
}

/**
 * Reads text that is exactly one JSON value, white space around it allowed (decision S12). Refused beyond what JSON
 * itself refuses: a byte-order mark, a key twice in one object, half a surrogate pair, an integer beyond 2^53 − 1 and a
 * number too large for a double. `__proto__` is a key like any other. Never throws.
 */
export function parseStrictJson(text: string, options: StrictJsonOptions = {}): StrictJson {
  try {
    new JsonScanner(text, options.depthMax ?? JSON_DEPTH_MAX).scan();
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, message: error.message, offset: error.offset };
    throw error;
  }
  return { ok: true, value: JSON.parse(text) as Json };
}
