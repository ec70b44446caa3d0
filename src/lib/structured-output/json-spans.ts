import { JSON_DEPTH_MAX } from "../../contract/index.ts";
import { parseStrictJson } from "../strict-json.ts";

/** Part of a text, from `start` up to and without `end`, in UTF-16 units. */
export interface Span {
  start: number;
  end: number;
}

/** What a bracket in running text can be the beginning of. */
export type Opening = { kind: "value"; span: Span } | { kind: "unclosed"; start: number } | { kind: "prose" };

/** `{` before a key, quoted or bare, or before its own end. */
const OBJECT_START = /\{\s*(?:["'}]|[A-Za-z_$][\w$]*\s*:)/y;
/** `[` before what no prose has behind a bracket. */
const ARRAY_START = /\[\s*["{[\]]/y;
/** `[` as it stands in arrays, but as well in `[1]` and `[0, 1)`. */
const AMBIGUOUS_ARRAY_START = /\[\s*(?:-?\d|true|false|null)/y;

/**
 * Reads the bracket at `start`. Something that can only be meant as JSON is a value though it be malformed, so that a
 * refused answer is refused and not passed over for an earlier draft; brackets of prose are prose.
 */
export function readOpening(text: string, start: number): Opening {
  const meant = matchesAt(OBJECT_START, text, start) || matchesAt(ARRAY_START, text, start);
  if (!meant && !matchesAt(AMBIGUOUS_ARRAY_START, text, start)) return { kind: "prose" };
  const end = balancedEnd(text, start);
  if (end === undefined) return meant ? { kind: "unclosed", start } : { kind: "prose" };
  const span = { start, end };
  return meant || isStrictJson(text, span) ? { kind: "value", span } : { kind: "prose" };
}

export function isStrictJson(text: string, { start, end }: Span): boolean {
  return parseStrictJson(text.slice(start, end)).ok;
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

const QUOTE_OR_BRACKET = /["[\]{}]/g;
const QUOTE_OR_BACKSLASH = /["\\]/g;

/**
 * Where the bracket at `start` is closed, brackets in strings not counted; undefined when it is not, or wrongly. Deeper
 * than any JSON value may be is given up at once, so that a text of nothing but brackets costs no more than its length.
 */
export function balancedEnd(text: string, start: number): number | undefined {
  const expected: string[] = [];
  const pattern = new RegExp(QUOTE_OR_BRACKET);
  pattern.lastIndex = start;
  for (let token = pattern.exec(text)?.[0]; token !== undefined; token = pattern.exec(text)?.[0]) {
    if (token === '"') {
      const end = stringEnd(text, pattern.lastIndex);
      if (end === undefined) return undefined;
      pattern.lastIndex = end;
    } else if (token === "{") expected.push("}");
    else if (token === "[") expected.push("]");
    else if (expected.pop() !== token) return undefined;
    if (expected.length === 0) return pattern.lastIndex;
    if (expected.length > JSON_DEPTH_MAX) return undefined;
  }
  return undefined;
}

/** Behind the closing quote of a string whose inside begins at `start`; undefined when there is none. */
function stringEnd(text: string, start: number): number | undefined {
  const pattern = new RegExp(QUOTE_OR_BACKSLASH);
  pattern.lastIndex = start;
  for (let token = pattern.exec(text)?.[0]; token !== undefined; token = pattern.exec(text)?.[0]) {
    if (token === '"') return pattern.lastIndex;
    pattern.lastIndex += 1;
  }
  return undefined;
}
