import type { Redactor } from "./redactor.ts";

/**
 * Redacts a text that comes in pieces, just as it would be redacted whole. It holds back what might be the beginning of a
 * secret: less than the longest spelling there is.
 */
export class RedactingStream {
  readonly #redactor: Redactor;
  #pending = "";
  /** So many characters of what is pending belong to a mask that is out already. */
  #maskedChars = 0;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** What can be shown now, perhaps nothing. */
  push(piece: string): string {
    this.#pending += piece;
    const undecided = Math.max(0, this.#redactor.longestChars - 1);
    return this.#release(this.#pending.length - undecided);
  }

  /** What was held back. */
  end(): string {
    return this.#release(this.#pending.length);
  }

  /** A secret that begins before `decided` is there in full. */
  #release(decided: number): string {
    if (decided <= 0) return "";
    let released = "";
    let at = this.#maskedChars;
    for (const { start, end, name } of this.#redactor.find(this.#pending)) {
      if (start >= decided) break;
      released += this.#pending.slice(at, start);
      if (start >= this.#maskedChars) released += this.#redactor.mask(name);
      at = Math.max(at, end);
    }
    if (at < decided) released += this.#pending.slice(at, decided);
    this.#maskedChars = Math.max(0, at - decided);
    this.#pending = this.#pending.slice(decided);
    return released;
  }
}
