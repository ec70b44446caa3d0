import type { IncomingHttpHeaders } from "node:http";

/** From here on a number is a point in time; below, a span. */
const EPOCH_SECONDS_FROM = 1e9;
const EPOCH_MS_FROM = 1e12;

/**
 * How long a provider asks to wait, in milliseconds from `nowMs`; undefined when it names no time. `retry-after-ms` comes
 * first, then `retry-after` (seconds or an HTTP date), then the latest reset of a limit that has nothing left.
 */
export function statedWaitMs(headers: IncomingHttpHeaders, nowMs: number): number | undefined {
  const retryAfterMs = finite(headers["retry-after-ms"]);
  if (retryAfterMs !== undefined) return Math.max(0, retryAfterMs);
  const retryAfter = spanMs(headers["retry-after"], nowMs);
  return retryAfter ?? latestReset(headers, nowMs);
}

/** `x-ratelimit-reset-tokens`, `anthropic-ratelimit-requests-reset`, `ratelimit-reset` and their like. */
const RESET = /ratelimit.*reset/;

function latestReset(headers: IncomingHttpHeaders, nowMs: number): number | undefined {
  const waits = Object.entries(headers)
    .filter(([name]) => RESET.test(name) && !hasRoomLeft(headers, name))
    .map(([, value]) => spanMs(value, nowMs))
    .filter((wait) => wait !== undefined);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

function hasRoomLeft(headers: IncomingHttpHeaders, resetName: string): boolean {
  return (finite(headers[resetName.replace("reset", "remaining")]) ?? 0) > 0;
}

function spanMs(header: string | string[] | undefined, nowMs: number): number | undefined {
  if (typeof header !== "string") return undefined;
  const text = header.trim();
  const number = finite(text);
  const span = number === undefined ? (durationMs(text) ?? dateSpanMs(text, nowMs)) : numberMs(number, nowMs);
  return span === undefined ? undefined : Math.max(0, span);
}

function numberMs(value: number, nowMs: number): number {
  if (value >= EPOCH_MS_FROM) return value - nowMs;
  return value >= EPOCH_SECONDS_FROM ? value * 1000 - nowMs : value * 1000;
}

const DURATION =
  /^(?:(?<hours>\d+)h)?(?:(?<minutes>\d+)m(?!s))?(?:(?<seconds>[\d.]+)s)?(?:(?<ms>[\d.]+)ms)?$/;

/** As in `1h2m`, `6m0s`, `1.5s`, `20ms`. */
function durationMs(text: string): number | undefined {
  const parts = DURATION.exec(text)?.groups;
  if (parts === undefined || text === "") return undefined;
  const { hours = 0, minutes = 0, seconds = 0, ms = 0 } = parts;
  return Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(ms);
}

function dateSpanMs(text: string, nowMs: number): number | undefined {
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at - nowMs;
}

function finite(header: string | string[] | undefined): number | undefined {
  if (typeof header !== "string" || header.trim() === "") return undefined;
  const value = Number(header);
  return Number.isFinite(value) ? value : undefined;
}
