import type { Json, JsonObject } from "../../contract/index.ts";
import { Evaluation, type ValidationError } from "./evaluation.ts";

export type Validation = { ok: true } | { ok: false; errors: ValidationError[] };

/**
 * Judges a value by a schema that {@link checkSchema} found nothing wrong with. Bounded at 100 000 checks and 64 levels:
 * an evaluation that runs out is an error like any other, never a pass.
 */
export function validate(value: Json, schema: JsonObject): Validation {
  const evaluation = new Evaluation();
  evaluation.apply(value, schema);
  const errors = evaluation.outcome();
  return errors.length === 0 ? { ok: true } : { ok: false, errors };
}
