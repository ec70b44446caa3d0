import type { FailureReason, Json } from "../../contract/index.ts";
import type { AttemptOutcome, AttemptUsage } from "../../run/index.ts";
import { writeDiagnostic } from "../process/diagnostic.ts";

export function completed(result: Json, usage: AttemptUsage): AttemptOutcome {
  return { status: "completed", result, ...usage };
}

type Failure = Extract<AttemptOutcome, { status: "failed" }>;

/** `stderr` is the end of what the agent wrote there; it follows the message. */
export function failed(
  failureReason: FailureReason,
  message: string,
  usage: AttemptUsage = {},
  stderr = "",
): Failure {
  return { status: "failed", failureReason, error: writeDiagnostic(message, stderr), ...usage };
}
