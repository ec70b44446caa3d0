const MS_PER_UNIT: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Milliseconds of a whole number with `ms` (also meant by nothing), `s`, `m` or `h` after it; undefined for other text. */
export function parseDuration(text: string): number | undefined {
  const [, digits, unit = "ms"] = /^([0-9]+)(ms|s|m|h)?$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits) * (MS_PER_UNIT[unit] ?? 1);
}
