import type { Match, Matcher } from "./matcher.ts";

/** So much of a needle at a cut is taken for a part of it; less could be anything. */
const PARTIAL_CHARS_MIN = 4;

/** The end of a needle at the beginning of a text. */
export function cutOffAtStart(matcher: Matcher, text: string): Match | undefined {
  const part = longestPart(matcher, text, (needle, chars) => {
    const from = needle.length - chars;
    return text.charCodeAt(0) === needle.charCodeAt(from) && text.startsWith(needle.slice(from));
  });
  return part && { start: 0, end: part.chars, name: part.name };
}

/** The beginning of a needle at the end of a text. */
export function cutOffAtEnd(matcher: Matcher, text: string): Match | undefined {
  const last = text.charCodeAt(text.length - 1);
  const part = longestPart(
    matcher,
    text,
    (needle, chars) => last === needle.charCodeAt(chars - 1) && text.endsWith(needle.slice(0, chars)),
  );
  return part && { start: text.length - part.chars, end: text.length, name: part.name };
}

/** The name of a needle out of whose middle the whole text was cut. */
export function needleAround({ needles }: Matcher, text: string): string | undefined {
  if (text.length < PARTIAL_CHARS_MIN) return undefined;
  return needles.find((needle) => needle.text.includes(text))?.name;
}

function longestPart(
  { needles }: Matcher,
  text: string,
  holds: (needle: string, chars: number) => boolean,
): { chars: number; name: string } | undefined {
  let longest: { chars: number; name: string } | undefined;
  for (const { text: needle, name } of needles) {
    const atLeast = Math.max((longest?.chars ?? 0) + 1, PARTIAL_CHARS_MIN);
    for (let chars = Math.min(needle.length - 1, text.length); chars >= atLeast; chars -= 1) {
      if (!holds(needle, chars)) continue;
      longest = { chars, name };
      break;
    }
  }
  return longest;
}
