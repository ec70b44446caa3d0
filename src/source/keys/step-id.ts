import { STEP_ID_PATTERN } from "../../contract/index.ts";
import type { Form } from "../forms/form.ts";
import { text } from "../forms/text.ts";

export const stepId: Form<string> = text({
  pattern: {
    regex: STEP_ID_PATTERN,
    rule: "must begin with a letter or _, and go on with letters, digits, _ and -",
    code: "invalid-name",
  },
});

/** The id a step declares: one that breaks the rule is reported and still used, so that its section finds it. */
export const declaredStepId: Form<string> = {
  schema: stepId.schema,
  read(node, name, report) {
    const id = stepId.read(node, name, report);
    return id ?? (node.kind === "scalar" && node.source !== "" ? node.source : undefined);
  },
};
