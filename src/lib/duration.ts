const MS_PER_UNIT: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Milliseconds of a whole number with `ms` (also meant by nothing), `s`, `m` or `h` after it; undefined for other text. */
export function parseDuration(text: string): number | undefined {
  const [, digits, unit = "ms"] = /^([0-9]+)(ms|s|m|h)?$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits) * (MS_PER_UNIT[unit] ?? 1);
}

/** The same text for so many milliseconds, in the largest unit that makes a whole number: `10m`, `90s`, `1500ms`. */
export function formatDuration(ms: number): string {
  const units = Object.entries(MS_PER_UNIT).toReversed();
  const [unit, size] = units.find(([, each]) => ms >= each && ms % each === 0) ?? ["ms", 1];
  return `${ms / size}${unit}`;
}
