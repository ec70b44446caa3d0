import { base64Spellings } from "./base64-spellings.ts";
import { jsonSpellings } from "./json-spellings.ts";
import { percentSpellings, urlSpellings } from "./url-spellings.ts";

/** Programs that break base64 into lines make them of 64 or 76 characters. */
const BASE64_LINE_CHARS_MIN = 60;
const BASE64_GROUP_CHARS = 4;

/** One way a text can be written. */
export interface Spelling {
  text: string;
  /** Line breaks may stand anywhere inside it. */
  wraps: boolean;
}

/** Of what is longer, only the usual spellings are held in memory. */
const THOROUGH_CHARS_MAX = 64 * 1024;

/** Every way a value is looked for: as it is, inside JSON once and twice, in URLs, in base64. Each once. */
export function spellingsOf(text: string): Spelling[] {
  const thorough = text.length <= THOROUGH_CHARS_MAX;
  const base64 = [...new Set(base64Spellings(text, thorough))].flatMap(withBreaks);
  return [...innerSpellingsOf(text), ...base64, ...(thorough ? percentSpellings(text).map(unbroken) : [])];
}

/** The ways a line or a text inside a value is looked for besides. */
export function innerSpellingsOf(text: string): Spelling[] {
  const thorough = text.length <= THOROUGH_CHARS_MAX;
  const spellings = [text, ...jsonSpellings(text, thorough), ...urlSpellings(text, thorough)];
  return [...new Set(spellings)].map(unbroken);
}

function unbroken(text: string): Spelling {
  return { text, wraps: false };
}

/** A break among its first characters hides where base64 begins, so it is looked for from there on as well. */
function withBreaks(base64: string): Spelling[] {
  if (base64.length <= BASE64_LINE_CHARS_MIN) return [unbroken(base64)];
  return [base64, base64.slice(BASE64_GROUP_CHARS)].map((text) => ({ text, wraps: true }));
}

/** Of line breaks in base64: as they are, or escaped in JSON up to three times. */
const BREAK = /\r?\n|(?:\\{1,4}r)?\\{1,4}n/y;
const BREAK_CHARS_MAX = 10;

/** Where the spelling ends that begins at `start`, line breaks left out of the comparison; undefined where it does not. */
export function endAcrossBreaks(text: string, start: number, spelling: string): number | undefined {
  let breaksLeft = breaksMax(spelling);
  let at = start;
  for (let index = 0; index < spelling.length; ) {
    if (text.charCodeAt(at) === spelling.charCodeAt(index)) {
      at += 1;
      index += 1;
      continue;
    }
    BREAK.lastIndex = at;
    if (breaksLeft === 0 || index === 0 || !BREAK.test(text)) return undefined;
    at = BREAK.lastIndex;
    breaksLeft -= 1;
  }
  return at;
}

export function longestCharsOf({ text, wraps }: Spelling): number {
  return wraps ? text.length + breaksMax(text) * BREAK_CHARS_MAX : text.length;
}

function breaksMax(spelling: string): number {
  return Math.ceil(spelling.length / BASE64_LINE_CHARS_MIN);
}
