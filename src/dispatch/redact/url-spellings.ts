/** What an encoder leaves as it is besides letters and digits, and how it writes a blank. */
interface Encoder {
  safe: string;
  blank: "%20" | "+";
}

/** `encodeURIComponent`; RFC 3986; the same for a path; `encodeURI`; HTML forms; forms as Go, Python and PHP write them. */
const ENCODERS: readonly Encoder[] = [
  { safe: "-_.!~*'()", blank: "%20" },
  { safe: "-_.~", blank: "%20" },
  { safe: "-_.~/", blank: "%20" },
  { safe: "-_.!~*'();,/?:@&=+$#", blank: "%20" },
  { safe: "*-._", blank: "+" },
  { safe: "-_.~", blank: "+" },
  { safe: "-_.", blank: "+" },
];

const PERCENT_ENCODED = Array.from(
  { length: 256 },
  (_, byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
);

/** What no encoder changes. */
const ORDINARY = /^[A-Za-z0-9_.-]*$/;

/** A text as parts of URLs and HTML forms carry it, with hexadecimal digits of either case; as JavaScript does it unless `thorough`. */
export function urlSpellings(text: string, thorough: boolean): string[] {
  if (ORDINARY.test(text)) return [];
  const bytes = Buffer.from(text);
  return inEitherCase(
    (thorough ? ENCODERS : ENCODERS.slice(0, 1)).map((encoder) => percentEncode(bytes, encoder)),
  );
}

/** Every byte of it percent-encoded, as a script may do it that knows no better. */
export function percentSpellings(text: string): string[] {
  return inEitherCase([Array.from(Buffer.from(text), percent).join("")]);
}

function inEitherCase(spellings: readonly string[]): string[] {
  return [...new Set(spellings)].flatMap((spelling) => [spelling, withLowerCaseHex(spelling)]);
}

function percentEncode(bytes: Buffer, { safe, blank }: Encoder): string {
  let encoded = "";
  for (const byte of bytes) {
    const character = String.fromCharCode(byte);
    if (character === " ") encoded += blank;
    else encoded += isLetterOrDigit(byte) || safe.includes(character) ? character : percent(byte);
  }
  return encoded;
}

function isLetterOrDigit(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}

function percent(byte: number): string {
  return PERCENT_ENCODED[byte] ?? "";
}

function withLowerCaseHex(text: string): string {
  return text.replaceAll(/%[0-9A-F]{2}/g, (escaped) => escaped.toLowerCase());
}
