import { TIMEOUT_MS_MAX, TIMEOUT_MS_MIN } from "../contract/index.ts";
import { parseDuration } from "../lib/duration.ts";
import type { Timeout } from "./workflow.ts";

export const TIMEOUT_PATTERN = /^(?:none|[0-9]+(?:ms|s|m|h)?)$/;

export type ParsedTimeout =
  | { ok: true; timeout: Timeout }
  | { ok: false; code: "invalid-value" | "out-of-bounds"; message: string };

/** `none`, or a whole number followed by `ms` (also meant by nothing), `s`, `m` or `h`: 1 to 2 147 483 647 ms. */
export function parseTimeout(text: string): ParsedTimeout {
  if (text === "none") return { ok: true, timeout: "none" };
  const timeoutMs = parseDuration(text);
  if (timeoutMs === undefined) {
    const message = "a whole number with ms, s, m or h after it (10m, 90s), or none, is taken";
    return { ok: false, code: "invalid-value", message };
  }
  if (timeoutMs < TIMEOUT_MS_MIN || timeoutMs > TIMEOUT_MS_MAX) {
    const message = `a timeout is from ${TIMEOUT_MS_MIN} to ${TIMEOUT_MS_MAX} milliseconds, or none`;
    return { ok: false, code: "out-of-bounds", message };
  }
  return { ok: true, timeout: timeoutMs };
}
