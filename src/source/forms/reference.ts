import { parseReference, type Reference } from "../references.ts";
import type { YamlNode } from "../yaml/yaml-node.ts";
import { type Form, transform } from "./form.ts";
import { text } from "./text.ts";

/** A bare reference string, e.g. `steps.build.output.files[0]`. */
export const reference: Form<Reference> = transform(text(), (value, node, name, report) => {
  const parsed = parseReference(value);
  if (parsed.ok) return parsed.reference;
  const at = { line: node.at.line, column: node.at.column + columnsInto(node, parsed.offset) };
  return report.error("invalid-reference", at, `\`${name}\`: ${parsed.message}`);
});

/** Where escapes or folded lines could shift it, the start of the value is named instead. */
function columnsInto(node: YamlNode, offset: number): number {
  return node.kind === "scalar" && node.plain && !node.source.includes("\n") ? offset : 0;
}
