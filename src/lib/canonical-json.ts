import type { Json } from "../contract/index.ts";
import { formatPath } from "./json-path.ts";
import { hasLoneSurrogate } from "./lone-surrogate.ts";

/** Far deeper than any value akm lets in, shallow enough that the stack cannot run out. */
const DEPTH_MAX = 1024;

/**
 * The one spelling of a JSON value (RFC 8785, decision S12): keys sorted by UTF-16 units, numbers as ECMAScript writes
 * them, no white space, `-0` as `0`. Equal values give equal text, so the text may be hashed and compared.
 *
 * Values are checked where they enter akm; one that JSON cannot carry here (a number that is not finite, a lone
 * surrogate, `undefined`, more than 1024 levels) is a defect, thrown as a TypeError that names the path.
 */
export function canonicalJson(value: Json): string {
  return write(value, []);
}

function write(value: Json, path: (string | number)[]): string {
  switch (typeof value) {
    case "string":
      return writeString(value, path);
    case "number":
      if (!Number.isFinite(value)) throw notJson(path, String(value));
      return String(value);
    case "boolean":
      return value ? "true" : "false";
    case "object":
      if (value === null) return "null";
      if (path.length >= DEPTH_MAX) throw notJson(path, `a value nested more than ${DEPTH_MAX} levels deep`);
      return Array.isArray(value) ? writeArray(value, path) : writeObject(value, path);
    default:
      throw notJson(path, typeof value);
  }
}

function writeArray(items: Json[], path: (string | number)[]): string {
  let text = "[";
  let index = 0;
  for (const item of items) {
    path.push(index);
    text += index === 0 ? write(item, path) : `,${write(item, path)}`;
    path.pop();
    index += 1;
  }
  return `${text}]`;
}

function writeObject(object: { [key: string]: Json }, path: (string | number)[]): string {
  let text = "";
  for (const key of Object.keys(object).sort()) {
    path.push(key);
    text += `${text === "" ? "{" : ","}${writeString(key, path)}:${write(object[key] as Json, path)}`;
    path.pop();
  }
  return text === "" ? "{}" : `${text}}`;
}

function writeString(text: string, path: (string | number)[]): string {
  const written = JSON.stringify(text);
  // JSON.stringify escapes a lone surrogate, so only text that grew can hold one.
  if (written.length !== text.length + 2 && hasLoneSurrogate(text)) throw notJson(path, "a lone surrogate");
  return written;
}

function notJson(path: (string | number)[], what: string): TypeError {
  return new TypeError(`Not a JSON value: ${what} at ${formatPath(path) || "the root"}`);
}
