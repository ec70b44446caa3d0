import { AkmError } from "../../errors/index.ts";
import type { EventFilter } from "../../ports/index.ts";

const UNITS_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * `@offset:<id>` for events after that one, an RFC 3339 time, a date, or how long ago (`10m`, `2h`, `1d`).
 * Errors: `INVALID_FLAG_VALUE`.
 */
export function parseSince(text: string, nowMs: number): Pick<EventFilter, "afterId" | "since"> {
  const offset = /^@offset:([0-9]+)$/.exec(text);
  if (offset !== null) return { afterId: Number(offset[1]) };
  const ago = /^([0-9]+)([smhd])$/.exec(text);
  const instant =
    ago === null
      ? /^\d{4}-\d{2}-\d{2}/.test(text)
        ? Date.parse(text)
        : Number.NaN
      : nowMs - Number(ago[1]) * UNITS_MS[ago[2] as keyof typeof UNITS_MS];
  const date = new Date(instant);
  if (!Number.isNaN(date.getTime())) return { since: date.toISOString() };
  throw new AkmError("INVALID_FLAG_VALUE", `--since is "${text}".`, {
    hint: "Write @offset:<id>, a time such as 2026-01-31T09:00:00Z, or how long ago, such as 10m or 2h.",
  });
}
