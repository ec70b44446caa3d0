import type { Json, JsonObject } from "../contract/index.ts";
import { listErrors, validate } from "../lib/json-schema/index.ts";
import { findStructuredAnswer } from "../lib/structured-output/index.ts";

export type JudgedAnswer =
  | { ok: true; value: Json }
  /** The message is what the next attempt is told as its correction. */
  | { ok: false; failureReason: "parse_error" | "validation_error"; message: string };

/**
 * Whether the answer of a model or an agent holds the one JSON value its unit's schema asks for. `quote` makes the answer
 * fit to be shown: redacted and clipped.
 */
export function judgeStructuredAnswer(
  answer: string,
  schema: JsonObject,
  quote: (answer: string) => string,
): JudgedAnswer {
  if (answer.trim() === "") return unparsed("The answer is empty; one JSON value is asked for.");
  const found = findStructuredAnswer(answer);
  if (!found.ok) {
    return unparsed(`The answer is not one JSON value: ${found.message}. It begins: ${quote(answer)}`);
  }
  const checked = validate(found.value, schema);
  if (checked.ok) return { ok: true, value: found.value };
  const message = `The answer does not satisfy the output schema: ${listErrors(checked.errors)}.`;
  return { ok: false, failureReason: "validation_error", message };
}

function unparsed(message: string): JudgedAnswer {
  return { ok: false, failureReason: "parse_error", message };
}
