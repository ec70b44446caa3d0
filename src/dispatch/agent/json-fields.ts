/** An object of an agent's output, whose fields may be anything. */
export type JsonRecord = Record<string, unknown>;

export function asRecord(value: unknown): JsonRecord | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonRecord)
    : undefined;
}

export function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A whole number from 0 up; anything else counts as not told. */
export function asCount(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
}

/** An amount of money. */
export function asAmount(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** The sum of what is known; undefined where nothing is. */
export function sumKnown(...counts: (number | undefined)[]): number | undefined {
  const known = counts.filter((count) => count !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, count) => sum + count, 0);
}

/** The object a line of output is, or undefined for anything else that agents print. */
export function parseRecord(line: string): JsonRecord | undefined {
  if (!line.trimStart().startsWith("{")) return undefined;
  try {
    return asRecord(JSON.parse(line));
  } catch {
    return undefined;
  }
}
