import type { AttemptOutcome } from "../../run/index.ts";
import type { LlmAttempt } from "./llm-attempt.ts";
import { failed } from "./outcome.ts";
import { ProviderFailure } from "./provider-failure.ts";
import { inWords } from "./repeat-requests.ts";

/** What it means for its unit that an attempt brought no answer. Rethrows what is a defect of ours. */
export function concludeFailure(error: unknown, attempt: LlmAttempt): AttemptOutcome {
  const { engine, timeoutMs } = attempt;
  switch (attempt.deadline.end) {
    case "aborted":
      return cancelled();
    case "timeout":
      return failed(
        "timeout",
        `Engine ${engine.name} had not answered after its timeout of ${timeoutMs} ms.`,
      );
    default:
      if (!(error instanceof ProviderFailure)) throw error;
      return failed(
        error.kind === "rate-limit" ? "llm_rate_limit" : "llm_error",
        `Engine ${engine.name}: ${error.message}.${remedy(error, attempt)}`,
      );
  }
}

export function cancelled(): AttemptOutcome {
  return failed("aborted", "The request to the model was cancelled.");
}

function remedy({ kind, status, waitMs }: ProviderFailure, { key }: LlmAttempt): string {
  if (status === 401 || status === 403) {
    return key.value === undefined
      ? ` No key was sent; ${key.variable} is not set.`
      : ` The key is that of ${key.variable}.`;
  }
  if (kind !== "rate-limit") return "";
  if (waitMs === undefined) return " It names no time to wait.";
  return ` It asks to come back ${inWords(waitMs)}, at ${new Date(Date.now() + waitMs).toISOString()}.`;
}
