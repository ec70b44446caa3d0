import { DIAGNOSTIC_CHARS_MAX, type FailureReason, type Json } from "../../contract/index.ts";
import { clipText } from "../../lib/clip-text.ts";
import type { AttemptOutcome, AttemptUsage } from "../../run/index.ts";

/** Without a result where the model said nothing (decision R6). */
export function completed(result: Json | undefined, usage: AttemptUsage): AttemptOutcome {
  return result === undefined ? { status: "completed", ...usage } : { status: "completed", result, ...usage };
}

export function failed(
  failureReason: FailureReason,
  message: string,
  usage: AttemptUsage = {},
): AttemptOutcome {
  return { status: "failed", failureReason, error: clipText(message, DIAGNOSTIC_CHARS_MAX), ...usage };
}
