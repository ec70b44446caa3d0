import { ON_ERROR_POLICIES } from "../../contract/index.ts";
import { choice } from "../forms/choice.ts";
import { type Form, located, transform } from "../forms/form.ts";
import { jsonObject } from "../forms/json-value.ts";
import { optional, record } from "../forms/record.ts";
import type { DispatchDefaults } from "../workflow.ts";
import { engineName, model } from "./dispatch.ts";
import { timeout } from "./timeout.ts";

/** What units take where they say nothing themselves. */
export const defaults: Form<DispatchDefaults> = transform(
  record(
    {
      engine: optional(located(engineName), "The engine of units that name none."),
      model: optional(located(model), "The model of units that name none."),
      llm: optional(located(jsonObject), "Inference settings for every step; there is no opting out."),
      timeout: optional(located(timeout), "How long one attempt may take: 90s, 10m, or none."),
      on_error: optional(located(choice(ON_ERROR_POLICIES)), "What a failed unit does to its step."),
    },
    { what: "`defaults`" },
  ),
  ({ at: _at, on_error: onError, ...rest }) => ({ ...rest, ...(onError === undefined ? {} : { onError }) }),
);
