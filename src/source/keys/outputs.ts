import { PARAM_NAME_PATTERN, RUN_OUTPUTS_MAX } from "../../contract/index.ts";
import { dictionary } from "../forms/dictionary.ts";
import { type Form, located, transform } from "../forms/form.ts";
import { optional, record, required } from "../forms/record.ts";
import { schema } from "../forms/schema.ts";
import type { OutputDeclaration } from "../workflow.ts";
import { artifactReference } from "./artifact-reference.ts";

const output = record(
  {
    from: required(
      located(artifactReference("what a run exports is what its steps produced")),
      "The step's artifact, or a part of it: steps.<id>.output.",
    ),
    schema: optional(located(schema), "What the exported value must satisfy for the run to complete."),
  },
  { what: "an output" },
);

/** What a completed run exports. */
export const outputs: Form<OutputDeclaration[]> = transform(
  dictionary(output, { namePattern: PARAM_NAME_PATTERN, max: RUN_OUTPUTS_MAX }),
  (entries) =>
    entries.map(({ name, at, value }) => ({
      name,
      at,
      from: value.from,
      ...(value.schema === undefined ? {} : { schema: value.schema }),
    })),
);
