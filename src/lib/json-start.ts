import type { Json } from "../contract/index.ts";

/** The first `chars` UTF-16 units of a value's JSON text, without making the rest of it. */
export function jsonStart(value: Json, chars: number): string {
  let text = "";
  for (const piece of piecesOf(value)) {
    text += piece;
    if (text.length >= chars) break;
  }
  return text.slice(0, chars);
}

function* piecesOf(value: Json): Generator<string> {
  if (typeof value !== "object" || value === null) {
    yield JSON.stringify(value);
    return;
  }
  const isArray = Array.isArray(value);
  yield isArray ? "[" : "{";
  let before = "";
  for (const key in value) {
    yield isArray ? before : `${before}${JSON.stringify(key)}:`;
    yield* piecesOf((value as { [key: string]: Json })[key] ?? null);
    before = ",";
  }
  yield isArray ? "]" : "}";
}
