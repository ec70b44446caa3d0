const BITS_OF_BYTE = 8;
const BITS_OF_CHARACTER = 6;
const BYTES_OF_GROUP = 3;

/**
 * The characters of base64 that a text alone decides, whatever stands before it (0, 1 or 2 bytes beyond whole groups) and
 * after it; and the whole of it, padded and not. In both alphabets, and if `thorough` as URLs and JSON carry `+`, `/`, `=`.
 */
export function base64Spellings(text: string, thorough: boolean): string[] {
  const bytes = Buffer.from(text);
  const whole = bytes.toString("base64");
  const spellings = [whole, whole.replace(/=+$/, "")];
  for (let before = 0; before < BYTES_OF_GROUP; before += 1) spellings.push(decidedCharacters(bytes, before));
  return spellings.flatMap((base64) => inAlphabets(base64, thorough ? ALPHABETS : ALPHABETS.slice(0, 2)));
}

function decidedCharacters(bytes: Buffer, before: number): string {
  const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
  const first = Math.ceil((before * BITS_OF_BYTE) / BITS_OF_CHARACTER);
  const end = Math.floor(((before + bytes.length) * BITS_OF_BYTE) / BITS_OF_CHARACTER);
  return encoded.slice(first, end);
}

type Spelt = Readonly<Record<"+" | "/" | "=", string>>;

/** As they are; the URL alphabet, bare and percent-encoded; percent-encoded in either case; as PHP and .NET write them into JSON. */
const ALPHABETS: readonly Spelt[] = [
  { "+": "+", "/": "/", "=": "=" },
  { "+": "-", "/": "_", "=": "=" },
  { "+": "-", "/": "_", "=": "%3D" },
  { "+": "%2B", "/": "%2F", "=": "%3D" },
  { "+": "%2b", "/": "%2f", "=": "%3d" },
  { "+": "+", "/": "\\/", "=": "=" },
  { "+": "+", "/": "\\\\/", "=": "=" },
  { "+": "\\u002B", "/": "/", "=": "=" },
  { "+": "\\\\u002B", "/": "/", "=": "=" },
];

function inAlphabets(base64: string, alphabets: readonly Spelt[]): string[] {
  return alphabets.map((alphabet) =>
    base64.replaceAll(/[+/=]/g, (character) => alphabet[character as keyof Spelt]),
  );
}
