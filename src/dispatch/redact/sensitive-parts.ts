import { REDACTED_BYTES_MIN } from "../../contract/index.ts";

/** A line or a text inside a secret tells a good part of it; shorter ones are words that others say too. */
const PART_CHARS_MIN = 16;
/** Beyond this a value is looked for as a whole only. */
const PARTED_CHARS_MAX = 64 * 1024;
/** Words of JSON itself, which nobody has to keep to himself. */
const NO_SECRETS: ReadonlySet<string> = new Set(["true", "false", "null"]);

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
  const wholes = [text, withLineFeeds, withLineFeeds.replaceAll("\n", "\r\n"), ...withoutLayout(text)];
  return { kind: "sensitive", wholes: [...new Set(wholes)], inner: innerParts(withLineFeeds) };
}

function innerParts(text: string): string[] {
  if (text.length > PARTED_CHARS_MAX) return [];
  const parts = [...linesOf(text), ...textsInside(text)].map((part) => part.trim());
  return [...new Set(parts)].filter((part) => part.length >= PART_CHARS_MIN);
}

function linesOf(text: string): string[] {
  return text.includes("\n") ? text.split("\n") : [];
}

/** A JSON document as programs hand it on. */
function withoutLayout(text: string): string[] {
  const document = parseDocument(text);
  return document === undefined ? [] : [JSON.stringify(document)];
}

/** A service account's key, for one, is a JSON file whose texts are used one by one. */
function textsInside(text: string): string[] {
  const texts: string[] = [];
  parseDocument(text, (inner) => texts.push(inner, ...linesOf(inner)));
  return texts;
}

/** The value of a text that is a JSON object or array; undefined for any other text. */
function parseDocument(text: string, onText?: (text: string) => void): unknown {
  if (!/^[{[]/.test(text) || text.length > PARTED_CHARS_MAX) return undefined;
  try {
    return JSON.parse(text, (_key, inner: unknown) => {
      if (typeof inner === "string") onText?.(inner);
      return inner;
    });
  } catch {
    return undefined;
  }
}
