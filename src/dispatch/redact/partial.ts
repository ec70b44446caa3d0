import type { Matcher, Needle } from "./matcher.ts";

/** So much of a needle at a cut is taken for a part of it; less could be anything. */
const PARTIAL_CHARS_MIN = 4;

/** How much of a text beside a cut belongs to a needle, and to which; 0 characters where none does. */
export interface Partial {
  chars: number;
  name: string;
}

/** The end of a needle at the beginning of a text. */
export function cutOffAtStart(matcher: Matcher, text: string): Partial {
  return longestPartial(matcher, text, (needle, chars) => {
    const from = needle.length - chars;
    return text.charCodeAt(0) === needle.charCodeAt(from) && text.startsWith(needle.slice(from));
  });
}

/** The beginning of a needle at the end of a text. */
export function cutOffAtEnd(matcher: Matcher, text: string): Partial {
  const last = text.charCodeAt(text.length - 1);
  return longestPartial(
    matcher,
    text,
    (needle, chars) => last === needle.charCodeAt(chars - 1) && text.endsWith(needle.slice(0, chars)),
  );
}

function longestPartial(
  { needles }: Matcher,
  text: string,
  holds: (needle: string, chars: number) => boolean,
): Partial {
  const longest: Partial = { chars: 0, name: "" };
  for (const { text: needle, name } of needles as readonly Needle[]) {
    const atLeast = Math.max(longest.chars + 1, PARTIAL_CHARS_MIN);
    for (let chars = Math.min(needle.length - 1, text.length); chars >= atLeast; chars -= 1) {
      if (!holds(needle, chars)) continue;
      longest.chars = chars;
      longest.name = name;
      break;
    }
  }
  return longest;
}
