import { ROUTE_BRANCHES_MAX } from "../../contract/index.ts";
import { type Form, located, transform } from "../forms/form.ts";
import { list } from "../forms/list.ts";
import { optional, type RecordOf, record, required } from "../forms/record.ts";
import { reference } from "../forms/reference.ts";
import { text } from "../forms/text.ts";
import type { RouteBranch } from "../workflow.ts";
import { stepId } from "./step-id.ts";

const branch: Form<RouteBranch> = transform(
  record(
    {
      match: required(located(text({ blank: "allowed" })), "The text the input must equal."),
      step: required(located(stepId), "The later step that then runs."),
    },
    { what: "a branch" },
  ),
  ({ match, step }) => ({ match, step }),
);

const fields = {
  input: required(located(reference), "The value to route on: a param or an earlier step's artifact."),
  when: required(list(branch, { min: 1, max: ROUTE_BRANCHES_MAX }), "The branches, each with its own match."),
  default: optional(located(stepId), "The later step that runs when no branch matches."),
};

/** A step that picks which later step runs. */
export const route: Form<RecordOf<typeof fields>> = record(fields, { what: "`route`" });
