import type { FailureReason, Json } from "../../contract/index.ts";
import type { AttemptOutcome } from "../../run/index.ts";
import { writeDiagnostic } from "./diagnostic.ts";

/** A command that did its work; without a result when it printed nothing (decision R6). */
export function completed(result?: Json): AttemptOutcome {
  return result === undefined ? { status: "completed" } : { status: "completed", result };
}

export type Failure = Extract<AttemptOutcome, { status: "failed" }>;

/** `stderr` is the end of what the command wrote there; it follows the message. */
export function failed(failureReason: FailureReason, message: string, stderr = ""): Failure {
  return { status: "failed", failureReason, error: writeDiagnostic(message, stderr) };
}
