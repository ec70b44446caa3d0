import { GATE_LOOPS_MAX, GATE_LOOPS_MIN } from "../../contract/index.ts";
import { flag } from "../forms/flag.ts";
import { type Form, located, transform } from "../forms/form.ts";
import { integer } from "../forms/integer.ts";
import { optional, record } from "../forms/record.ts";
import type { StepGate } from "../workflow.ts";

/** How a step's gate behaves; the rubric itself is in the body. */
export const gate: Form<StepGate> = transform(
  record(
    {
      max_loops: optional(
        located(integer(GATE_LOOPS_MIN, GATE_LOOPS_MAX)),
        "How often the step's units may run before a rejection stands.",
      ),
      approve: optional(located(flag), "Whether a person must approve the step."),
    },
    {
      what: "`gate`",
      notes: {
        rubric: "the rubric is the `### gate` section of the step's body",
        criteria: "the rubric is the `### gate` section of the step's body",
      },
    },
  ),
  ({ max_loops: maxLoops, approve }) => ({
    ...(maxLoops === undefined ? {} : { maxLoops }),
    ...(approve === undefined ? {} : { approve }),
  }),
);
