/**
 * The bytes of a value's JSON text in UTF-8, without making that text: of a large value it may be longer than a string
 * can be. Members that are `undefined` count as absent, as they do for `JSON.stringify`.
 */
export function jsonBytes(value: unknown): number {
  if (Array.isArray(value)) return bracketed(value.length, sumOf(value, jsonBytes));
  if (typeof value !== "object" || value === null) return Buffer.byteLength(JSON.stringify(value));
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return bracketed(
    members.length,
    sumOf(members, ([key, member]) => jsonBytes(key) + ":".length + jsonBytes(member)),
  );
}

function bracketed(count: number, bytes: number): number {
  const commas = Math.max(0, count - 1);
  return "[]".length + commas + bytes;
}

function sumOf<T>(values: readonly T[], bytesOf: (value: T) => number): number {
  return values.reduce((sum, value) => sum + bytesOf(value), 0);
}
