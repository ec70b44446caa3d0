/** A line or a text inside a secret tells a good part of it; shorter ones are words that others say too. */
const PART_CHARS_MIN = 16;
/** Beyond this a value is looked for as a whole only. */
const PARTED_CHARS_MAX = 64 * 1024;
/** Words of JSON itself, which nobody has to keep to himself. */
const NO_SECRETS: ReadonlySet<string> = new Set(["true", "false", "null"]);

export const REDACTED_BYTES_MIN = 4;

/** What is hidden for a value: it, or nothing because it says nothing or is too short to be told from other text. */
export type Sensitivity =
  /** `wholes`: the value itself, with either kind of line end; `inner`: what tells much of it. */
  { kind: "sensitive"; wholes: string[]; inner: string[] } | { kind: "nothing" } | { kind: "too-short" };

/**
 * The texts that must not be seen because of a value: the value without the blanks around it, with either kind of line end,
 * each long line of it and, where it is a JSON document, each long text in that. Blank values and the words `true`, `false` and
 * `null` hide nothing; neither does what has fewer than 4 bytes (case B27).
 */
export function sensitivePartsOf(value: string): Sensitivity {
  const text = value.trim();
  if (text === "" || NO_SECRETS.has(text)) return { kind: "nothing" };
  if (Buffer.byteLength(text) < REDACTED_BYTES_MIN) return { kind: "too-short" };
  const withLineFeeds = text.replaceAll("\r\n", "\n");
  const wholes = [...new Set([text, withLineFeeds, withLineFeeds.replaceAll("\n", "\r\n")])];
  return { kind: "sensitive", wholes, inner: innerParts(withLineFeeds) };
}

function innerParts(text: string): string[] {
  if (text.length > PARTED_CHARS_MAX) return [];
  const parts = [...linesOf(text), ...textsInside(text)].map((part) => part.trim());
  return [...new Set(parts)].filter((part) => part.length >= PART_CHARS_MIN);
}

function linesOf(text: string): string[] {
  return text.includes("\n") ? text.split("\n") : [];
}

/** A service account's key, for one, is a JSON file whose texts are used one by one. */
function textsInside(text: string): string[] {
  if (!/^[{[]/.test(text)) return [];
  const texts: string[] = [];
  try {
    JSON.parse(text, (_key, inner: unknown) => {
      if (typeof inner === "string") texts.push(inner, ...linesOf(inner));
      return inner;
    });
    return texts;
  } catch {
    return [];
  }
}
