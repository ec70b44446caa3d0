import { CONCURRENCY_MAX, CONCURRENCY_MIN, REDUCERS } from "../../contract/index.ts";
import { choice } from "../forms/choice.ts";
import { type Form, located } from "../forms/form.ts";
import { integer } from "../forms/integer.ts";
import { optional, type RecordOf, record, required } from "../forms/record.ts";
import { reference } from "../forms/reference.ts";
import { unit } from "./unit.ts";

const fields = {
  over: required(located(reference), "The list to fan out over: a param or an earlier step's artifact."),
  concurrency: optional(located(integer(CONCURRENCY_MIN, CONCURRENCY_MAX)), "Units at a time, at most."),
  reducer: optional(choice(REDUCERS), "What folds the units' results into the artifact."),
  unit: optional(unit, "How each unit is dispatched."),
};

/** A step that runs one unit for each item of a list. */
export const map: Form<RecordOf<typeof fields>> = record(fields, {
  what: "`map`",
  notes: {
    exec: "a command stands under `unit`, as `unit: { exec: ... }`",
    engine: "`engine` stands under `unit`",
    items: "the list is named by `over`",
  },
});
