import { anchorOf, GRAM_CHARS_MAX, gramBits, hashOf } from "./anchor.ts";
import { endAcrossBreaks, longestCharsOf, type Spelling } from "./spellings.ts";

export interface Needle extends Spelling {
  /** What it gives away. */
  name: string;
}

/** A stretch of text that is to be hidden: one needle, or several that overlap. */
export interface Match {
  start: number;
  /** Behind its last character. */
  end: number;
  /** Of the needle that begins first, of the longest where several do. */
  name: string;
}

/** A needle, and where in it the few characters stand that it is recognized by. */
interface Anchored {
  needle: Needle;
  offset: number;
  /** Its last characters: compared first, they tell most false starts of a needle that repeats itself. */
  ending: string;
}

const ENDING_CHARS = 16;

const HASHES = 0x10000;

/**
 * Finds needles in a text, in one pass however many there are: a table over the hashes of a few characters of each says where
 * to look closer. Needles are literal text. To be made once for a set of needles.
 */
export class Matcher {
  readonly longestChars: number;
  readonly needles: readonly Needle[];
  /** So many characters tell whether a needle may stand at a place. */
  readonly #gramChars: number;
  readonly #mayStand = new Uint8Array(HASHES);
  readonly #byHash = new Map<number, Anchored[]>();

  constructor(needles: readonly Needle[]) {
    this.needles = needles.toSorted((one, other) => other.text.length - one.text.length);
    this.longestChars = needles.reduce((longest, needle) => Math.max(longest, longestCharsOf(needle)), 0);
    const shortest = this.needles.at(-1)?.text.length ?? GRAM_CHARS_MAX;
    this.#gramChars = Math.min(GRAM_CHARS_MAX, shortest);
    for (const needle of this.needles) this.#enter(needle);
  }

  /** All there is to hide, in order and without overlaps; what only touches stays apart. */
  find(text: string): Match[] {
    const found: Match[] = [];
    const mayStand = this.#mayStand;
    const gramChars = this.#gramChars;
    const bits = gramBits(gramChars);
    let gram = 0;
    for (let at = 0; at < text.length; at += 1) {
      gram = ((gram << 8) ^ text.charCodeAt(at)) & bits;
      const hash = hashOf(gram);
      if (mayStand[hash] === 1 && at + 1 >= gramChars)
        this.#lookCloser(text, at + 1 - gramChars, hash, found);
    }
    return mergeMatches(found);
  }

  #lookCloser(text: string, gramStart: number, hash: number, found: Match[]): void {
    const last = found.at(-1);
    for (const { needle, offset, ending } of this.#byHash.get(hash) ?? []) {
      const start = gramStart - offset;
      const isInside = last !== undefined && start >= last.start && start < last.end;
      const end = endOf(needle, ending, text, start, isInside ? last.end : start);
      if (end !== undefined) enter(found, { start, end, name: needle.name });
    }
  }

  #enter(needle: Needle): void {
    const offset = anchorOf(needle, this.#gramChars);
    const bits = gramBits(this.#gramChars);
    let gram = 0;
    for (let at = offset; at < offset + this.#gramChars; at += 1)
      gram = ((gram << 8) ^ needle.text.charCodeAt(at)) & bits;
    const hash = hashOf(gram);
    this.#mayStand[hash] = 1;
    const others = this.#byHash.get(hash);
    const anchored = { needle, offset, ending: needle.text.slice(-ENDING_CHARS) };
    if (others === undefined) this.#byHash.set(hash, [anchored]);
    else others.push(anchored);
  }
}

/**
 * Where the needle ends that begins at `start`, if it does. Everything before `hiddenUntil` is hidden already, so a needle that
 * ends there does not count, and what it has behind that is compared first.
 */
function endOf(
  { text: spelling, wraps }: Needle,
  ending: string,
  text: string,
  start: number,
  hiddenUntil: number,
): number | undefined {
  if (start < 0) return undefined;
  const end = start + spelling.length;
  if (end > hiddenUntil && text.startsWith(ending, end - ending.length)) {
    const isWhole =
      text.startsWith(spelling.slice(hiddenUntil - start), hiddenUntil) && text.startsWith(spelling, start);
    if (isWhole) return end;
  }
  return wraps && hiddenUntil === start ? endAcrossBreaks(text, start, spelling) : undefined;
}

/** Needles that overlap the last one grow it, so that a text full of them makes few matches. */
function enter(found: Match[], match: Match): void {
  const last = found.at(-1);
  if (last === undefined || match.start < last.start || match.start >= last.end) {
    found.push(match);
    return;
  }
  if (match.start === last.start && match.end > last.end) last.name = match.name;
  last.end = Math.max(last.end, match.end);
}

/** In order, and those that overlap made one. Sorts what it is given: anchors stand at different offsets. */
export function mergeMatches(found: Match[]): Match[] {
  const matches: Match[] = [];
  for (const match of found.sort((one, other) => one.start - other.start || other.end - one.end))
    enter(matches, match);
  return matches;
}
