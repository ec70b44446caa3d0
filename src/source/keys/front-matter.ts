import { STEPS_MAX, STEPS_MIN } from "../../contract/index.ts";
import { list } from "../forms/list.ts";
import { optional, type RecordForm, type RecordOf, record, required } from "../forms/record.ts";
import { budget } from "./budget.ts";
import { defaults } from "./defaults.ts";
import { envelope } from "./envelope.ts";
import { outputs } from "./outputs.ts";
import { params } from "./params.ts";
import { step } from "./step.ts";

const IDENTITY = "a workflow's identity is its ref, so it has no";

const fields = {
  ...envelope,
  params: optional(params, "What a run is started with: a schema for each name."),
  defaults: optional(defaults, "What units take where they say nothing themselves."),
  outputs: optional(outputs, "What a completed run exports."),
  budget: optional(budget, "Ceilings over the whole life of a run."),
  steps: required(list(step, { min: STEPS_MIN, max: STEPS_MAX }), "The steps, in the order they run."),
};

export type FrontMatter = RecordOf<typeof fields>;

/** The whole front matter of a Markdown workflow. */
export const frontMatter: RecordForm<typeof fields> = record(fields, {
  what: "the front matter",
  notes: {
    version: `${IDENTITY} version`,
    name: `${IDENTITY} name; its title is the first heading of the body`,
    id: `${IDENTITY} id`,
    title: "the title is the first heading of the body",
    on: "triggers belong to GitHub-shaped workflows (.yml)",
    jobs: "jobs belong to GitHub-shaped workflows (.yml)",
    inputs: "a workflow takes `params`; `inputs` stands on a step",
    gate: "`gate` stands on a step",
    timeout: "`timeout` stands under `defaults` or a step's `unit`",
    engine: "`engine` stands under `defaults` or a step's `unit`",
    concurrency: "`concurrency` stands under a step's `map`",
    retry: "`retry` stands under a step's `unit`",
    env: "`env` stands under a step's `unit`",
  },
  foreignKeys: /^x-/,
});
