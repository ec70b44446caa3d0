import type { Form } from "./form.ts";

/** A single value of the form stands for a list of one. */
export function oneOrMore<T>(single: Form<T[]>, several: Form<T[][]>): Form<T[]> {
  return {
    schema: { anyOf: [several.schema, single.schema] },
    read(node, name, report) {
      if (node.kind === "mapping") return single.read(node, name, report);
      return several.read(node, name, report)?.flat();
    },
  };
}
