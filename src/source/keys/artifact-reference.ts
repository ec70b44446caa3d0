import { type Form, transform, withSchema } from "../forms/form.ts";
import { reference } from "../forms/reference.ts";
import type { Reference } from "../references.ts";

/** A reference that must name a step's artifact; `why` says what a param has no business here for. */
export function artifactReference(why: string): Form<Reference> {
  const form = transform(reference, (value, node, name, report) => {
    if (value.root === "steps") return value;
    const message = `\`${name}\` takes steps.<id>.output, not \`${value.text}\`: ${why}`;
    return report.error("invalid-reference", node.at, message);
  });
  return withSchema(form, { pattern: "^steps\\." });
}
