/** What masks begin and end with; none but the first pair is met in practice. */
const BRACKETS = ["[]", "«»", "‹›", "⟦⟧", "【】", "⁅⁆", "⦗⦘"] as const;
const LAST_BRACKETS = "⦗⦘";
const WORDS = ["redacted", "hidden", "•••"] as const;
const LAST_WORD = "⁂";
const PLAIN_NAME = /^[A-Za-z0-9_./-]{1,128}$/;

/** Writes what stands in place of a secret. It is the same for every length, and safe inside a JSON string. */
export interface Masker {
  mask(name: string): string;
  /** The same, told apart from masks before it. */
  numbered(name: string, number: number): string;
}

/**
 * Masks that hold no needle and cannot become one with what stands beside them: their brackets are characters of no needle.
 * So a text that was redacted once stays as it is when it is redacted again.
 */
export function createMasker(needles: readonly string[]): Masker {
  const brackets = BRACKETS.find((pair) => !needles.some((needle) => hasAny(needle, pair)));
  const [open = "", close = ""] = brackets ?? LAST_BRACKETS;
  const holdsNeedle = (text: string) => needles.some((needle) => text.includes(needle));
  const word = WORDS.find((candidate) => !holdsNeedle(candidate)) ?? LAST_WORD;
  const bodies = new Map<string, string>();
  const bodyOf = (name: string): string => {
    const known = bodies.get(name);
    if (known !== undefined) return known;
    const named = `${word}:${name}`;
    const body = PLAIN_NAME.test(name) && !holdsNeedle(named) ? named : word;
    bodies.set(name, body);
    return body;
  };
  return {
    mask: (name) => open + bodyOf(name) + close,
    numbered: (name, number) => `${open}${bodyOf(name)}#${number}${close}`,
  };
}

function hasAny(needle: string, characters: string): boolean {
  return [...characters].some((character) => needle.includes(character));
}
