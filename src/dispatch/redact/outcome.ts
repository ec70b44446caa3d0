import type { JsonObject } from "../../contract/index.ts";
import { validate } from "../../lib/json-schema/index.ts";
import type { AttemptOutcome } from "../../run/index.ts";
import type { Redactor } from "./redactor.ts";

/** What came out of {@link redactOutcome} need not go through it again. */
const REDACTED = new WeakSet<AttemptOutcome>();

/**
 * The outcome as it may be written down and handed on. The redacted value is the artifact (decision R3), so it is what must satisfy
 * the schema: with a mask in a place where the schema allows none, the unit has failed `validation_error`.
 */
export function redactOutcome(
  outcome: AttemptOutcome,
  redactor: Redactor,
  schema?: JsonObject,
): AttemptOutcome {
  if (redactor.isEmpty || REDACTED.has(outcome)) return outcome;
  const redacted = redactUsage(redactContent(outcome, redactor, schema), redactor);
  REDACTED.add(redacted);
  return redacted;
}

function redactContent(
  outcome: AttemptOutcome,
  redactor: Redactor,
  schema: JsonObject | undefined,
): AttemptOutcome {
  if (outcome.status === "failed") return { ...outcome, error: redactor.clipped(outcome.error) };
  if (outcome.result === undefined) return { ...outcome };
  const result = redactor.json(outcome.result);
  if (result === outcome.result || schema === undefined) return { ...outcome, result };
  const checked = validate(result, schema);
  return checked.ok ? { ...outcome, result } : spoilt(outcome, checked.errors);
}

function spoilt(
  { result: _, ...outcome }: Extract<AttemptOutcome, { status: "completed" }>,
  [first]: readonly { path: string; message: string }[],
): AttemptOutcome {
  const place =
    first === undefined ? "" : ` at ${first.path === "" ? "its root" : first.path}: ${first.message}`;
  const error = `The result holds a secret; redacted, it does not satisfy the output schema${place}.`;
  return { ...outcome, status: "failed", failureReason: "validation_error", error };
}

function redactUsage(outcome: AttemptOutcome, redactor: Redactor): AttemptOutcome {
  const redacted = { ...outcome };
  for (const key of ["model", "sessionId", "transcriptPath"] as const) {
    const text = redacted[key];
    if (text !== undefined) redacted[key] = redactor.text(text);
  }
  return redacted;
}
