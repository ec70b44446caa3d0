import type { Spelling } from "./spellings.ts";

/** More characters tell more needles apart, and a needle may have no fewer. */
export const GRAM_CHARS_MAX = 4;
/** No anchor begins further inside its needle. */
const OFFSET_MAX = 12;

/**
 * Where in a needle the characters stand that it is recognized by: the most various ones near its beginning, since a ruler of
 * dashes or a run of blanks is met everywhere. What may be broken into lines is recognized by its first characters.
 */
export function anchorOf({ text, wraps }: Spelling, gramChars: number): number {
  if (wraps) return 0;
  let best = 0;
  let bestVariety = 0;
  const offsetMax = Math.min(OFFSET_MAX, text.length - gramChars);
  for (let offset = 0; offset <= offsetMax && bestVariety < gramChars; offset += 1) {
    const variety = new Set(text.slice(offset, offset + gramChars)).size;
    if (variety <= bestVariety) continue;
    best = offset;
    bestVariety = variety;
  }
  return best;
}

/** Grams are the last characters read, 8 bits apart; these are the bits that so many take. */
export function gramBits(gramChars: number): number {
  return gramChars >= GRAM_CHARS_MAX ? -1 : 2 ** (8 * gramChars) - 1;
}

/** 16 bits. */
export function hashOf(gram: number): number {
  return Math.imul(gram, 0x9e3779b1) >>> 16;
}
