import type { Json } from "../../contract/index.ts";
import { createMasker, type Masker } from "./mask.ts";
import { maskJson } from "./mask-json.ts";
import { type Match, Matcher, mergeMatches, type Needle } from "./matcher.ts";
import { cutOffAtEnd, cutOffAtStart, needleAround } from "./partial.ts";
import { sensitivePartsOf } from "./sensitive-parts.ts";
import { innerSpellingsOf, spellingsOf } from "./spellings.ts";

/** A value that must not be written down, and the name it is known by. */
export interface Secret {
  name: string;
  value: string;
}

/** Where a text was cut off, so that a part of a secret may stand there. */
export interface Cut {
  start?: boolean;
  end?: boolean;
}

/** The sign our own cuts leave. */
export const CUT_MARK = "…";

interface Search {
  matcher: Matcher;
  masker: Masker;
}

/**
 * Takes secrets out of what is written down (spec engines.md, "Secrets"). It finds a value as it is, inside JSON once and twice, in
 * URLs, in base64, in every spelling of {@link spellingsOf}, and puts `[redacted:<name>]` in its place, whatever its length. With
 * nothing added it hands everything back as it came.
 */
export class Redactor {
  readonly #known = new Map<string, Secret>();
  readonly #tooShort = new Set<string>();
  #search: Search | undefined;

  get isEmpty(): boolean {
    return this.#known.size === 0;
  }

  /** The most characters that one secret can take, in any spelling. */
  get longestChars(): number {
    return this.isEmpty ? 0 : this.#prepared().matcher.longestChars;
  }

  /** Returns the names whose values are too short to be found in a text, each the first time it is added. */
  add(secrets: readonly Secret[]): string[] {
    const tooShort: string[] = [];
    for (const secret of secrets) {
      if (this.#known.has(secret.value)) continue;
      const { kind } = sensitivePartsOf(secret.value);
      if (kind === "too-short" && !this.#tooShort.has(secret.name)) {
        this.#tooShort.add(secret.name);
        tooShort.push(secret.name);
      }
      if (kind !== "sensitive") continue;
      this.#known.set(secret.value, secret);
      this.#search = undefined;
    }
    return tooShort;
  }

  text(text: string, cut: Cut = {}): string {
    if (this.isEmpty || text === "") return text;
    const { masker } = this.#prepared();
    const matches = this.find(text, cut);
    if (matches.length === 0) return text;
    let redacted = "";
    let at = 0;
    for (const { start, end, name } of matches) {
      redacted += text.slice(at, start) + masker.mask(name);
      at = end;
    }
    return redacted + text.slice(at);
  }

  /** A text that we may have clipped: parts of secrets beside the mark of the cut go too. */
  clipped(text: string): string {
    if (this.isEmpty) return text;
    const pieces = this.text(text).split(CUT_MARK);
    const last = pieces.length - 1;
    return pieces
      .map((piece, index) => this.text(piece, { start: index > 0, end: index < last }))
      .join(CUT_MARK);
  }

  /** A value whose texts and keys hold no secret, nor does the JSON it is written as. The same value where nothing was found. */
  json(value: Json): Json {
    if (this.isEmpty) return value;
    const text = JSON.stringify(value);
    const matches = this.find(text);
    return matches.length === 0 ? value : maskJson(text, matches, this.#prepared().masker);
  }

  /** What to hide in a text, in order. */
  find(text: string, cut: Cut = {}): Match[] {
    if (this.isEmpty) return [];
    const { matcher } = this.#prepared();
    if (cut.start && cut.end) {
      const inside = needleAround(matcher, text);
      if (inside !== undefined) return [{ start: 0, end: text.length, name: inside }];
    }
    const parts = [
      ...(cut.start ? [cutOffAtStart(matcher, text)] : []),
      ...(cut.end ? [cutOffAtEnd(matcher, text)] : []),
    ].filter((part) => part !== undefined);
    const matches = matcher.find(text);
    return parts.length === 0 ? matches : mergeMatches([...matches, ...parts]);
  }

  mask(name: string): string {
    return this.#prepared().masker.mask(name);
  }

  #prepared(): Search {
    this.#search ??= prepare([...this.#known.values()]);
    return this.#search;
  }
}

function prepare(secrets: readonly Secret[]): Search {
  const needles = new Map<string, Needle>();
  for (const { name, value } of secrets) {
    const sensitive = sensitivePartsOf(value);
    if (sensitive.kind !== "sensitive") continue;
    const { wholes, inner } = sensitive;
    for (const spelling of [...wholes.flatMap(spellingsOf), ...inner.flatMap(innerSpellingsOf)]) {
      if (!needles.has(spelling.text)) needles.set(spelling.text, { ...spelling, name });
    }
  }
  return { matcher: new Matcher([...needles.values()]), masker: createMasker([...needles.keys()]) };
}
