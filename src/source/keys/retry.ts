import {
  FAILURE_REASONS,
  type FailureReason,
  RETRY_MAX,
  RETRY_MIN,
  RETRYABLE_FAILURE_REASONS,
} from "../../contract/index.ts";
import { choice } from "../forms/choice.ts";
import { type Form, transform } from "../forms/form.ts";
import { integer } from "../forms/integer.ts";
import { list } from "../forms/list.ts";
import { record, required } from "../forms/record.ts";
import type { RetryPolicy } from "../workflow.ts";

const refusals = Object.fromEntries(
  Object.keys(FAILURE_REASONS)
    .filter((reason) => !RETRYABLE_FAILURE_REASONS.includes(reason as FailureReason))
    .map((reason) => [
      reason,
      `\`${reason}\` is never retried: the same unit would only end the same way again`,
    ]),
);

/** How often a failed unit is sent out again, and for which failures. */
export const retry: Form<RetryPolicy> = transform(
  record(
    {
      max: required(integer(RETRY_MIN, RETRY_MAX), "Further attempts after the first."),
      on: required(
        list(choice(RETRYABLE_FAILURE_REASONS, refusals), { min: 1 }),
        "The failure reasons that are tried again.",
      ),
    },
    { what: "`retry`" },
  ),
  ({ max, on }) => ({ max, on: [...new Set(on)] }),
);
