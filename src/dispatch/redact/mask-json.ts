import type { Json } from "../../contract/index.ts";
import type { Masker } from "./mask.ts";
import type { Match } from "./matcher.ts";

/**
 * The value of a JSON text with the matches masked. The text is as `JSON.stringify` writes it. A match inside a string or a key is
 * masked in place; a number or a word that holds one becomes a mask; a match over several tokens makes one mask of the whole
 * value, since no smaller part of it is known to be harmless. Keys that become equal are numbered, so that no entry is lost.
 */
export function maskJson(text: string, matches: readonly Match[], masker: Masker): Json {
  return new MaskedJson(text, matches, masker).value();
}

class MaskedJson {
  readonly #text: string;
  readonly #matches: readonly Match[];
  readonly #masker: Masker;
  #next = 0;
  #written = "";
  /** The keys of each object that is open, as they are written. */
  readonly #keys: Set<string>[] = [];

  constructor(text: string, matches: readonly Match[], masker: Masker) {
    this.#text = text;
    this.#matches = matches;
    this.#masker = masker;
  }

  value(): Json {
    for (let at = 0; at < this.#text.length; ) {
      const end = tokenEnd(this.#text, at);
      const first = this.#next;
      this.#passMatchesBefore(end);
      const inside = this.#matches.slice(first, this.#next);
      const last = inside.at(-1);
      if (last !== undefined && last.end > end) return this.#masker.mask(last.name);
      this.#writeToken(at, end, inside);
      at = end;
    }
    return JSON.parse(this.#written) as Json;
  }

  #passMatchesBefore(end: number): void {
    while ((this.#matches[this.#next]?.start ?? end) < end) this.#next += 1;
  }

  #writeToken(start: number, end: number, inside: readonly Match[]): void {
    const character = this.#text[start];
    const [match] = inside;
    if (character === '"') this.#writeString(start, end, inside);
    else if (match !== undefined) this.#written += JSON.stringify(this.#masker.mask(match.name));
    else this.#written += this.#text.slice(start, end);
    if (character === "{") this.#keys.push(new Set());
    if (character === "}") this.#keys.pop();
  }

  #writeString(start: number, end: number, inside: readonly Match[]): void {
    const keys = this.#text[end] === ":" ? this.#keys.at(-1) : undefined;
    const token = this.#text.slice(start, end);
    const local = inside.map((match) => ({
      ...match,
      start: match.start - start,
      end: match.end - start,
    }));
    let written = maskString(token, local, (name) => this.#masker.mask(name));
    for (let number = 2; inside.length > 0 && keys?.has(written); number += 1)
      written = maskString(token, local, (name) => this.#masker.numbered(name, number));
    keys?.add(written);
    this.#written += written;
  }
}

/** Matches are widened to whole escape sequences and kept between the quotes. */
function maskString(token: string, matches: readonly Match[], maskOf: (name: string) => string): string {
  const closing = token.length - 1;
  let written = '"';
  let at = 1;
  let unit = 1;
  for (const { start, end, name } of matches) {
    while (unit < closing && unitEnd(token, unit) <= start) unit = unitEnd(token, unit);
    written += token.slice(at, Math.max(at, unit)) + maskOf(name);
    while (unit < closing && unit < end) unit = unitEnd(token, unit);
    at = unit;
  }
  return written + token.slice(at);
}

/** Behind the character or the escape sequence that begins here. */
function unitEnd(token: string, at: number): number {
  if (token[at] !== "\\") return at + 1;
  return at + (token[at + 1] === "u" ? 6 : 2);
}

function tokenEnd(text: string, at: number): number {
  const character = text[at] ?? "";
  if (character === '"') return stringEnd(text, at);
  if ("{}[],:".includes(character)) return at + 1;
  let end = at + 1;
  while (end < text.length && !",]}".includes(text[end] ?? "")) end += 1;
  return end;
}

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}
