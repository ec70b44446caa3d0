import { type Form, located, transform } from "../forms/form.ts";
import { integer } from "../forms/integer.ts";
import { optional, record } from "../forms/record.ts";
import type { Budget } from "../workflow.ts";

const ceiling = located(integer(1, Number.MAX_SAFE_INTEGER));

/** Ceilings over the whole life of a run, resumes included. */
export const budget: Form<Budget> = transform(
  record(
    {
      max_units: optional(ceiling, "Attempts sent out, retries and judge calls included."),
      max_tokens: optional(ceiling, "Tokens that engines report."),
    },
    { what: "`budget`" },
  ),
  ({ max_units: maxUnits, max_tokens: maxTokens }) => ({
    ...(maxUnits === undefined ? {} : { maxUnits }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  }),
);
