import type { JsonObject } from "../../contract/index.ts";
import { checkSchema } from "../../lib/json-schema/index.ts";
import type { Report } from "../report.ts";
import { placeOf, type YamlNode } from "../yaml/yaml-node.ts";
import type { Form } from "./form.ts";
import { readJsonObject } from "./json-value.ts";

export const SCHEMA_DEFINITION = "#/$defs/schema";

/** A JSON Schema of the enforced subset, each of its problems a finding at the key it is about. */
export const schema: Form<JsonObject> = {
  schema: { $ref: SCHEMA_DEFINITION },
  read(node, name, report) {
    // The checker counts schemas, two JSON levels each, and the YAML reader bounds what reaches it.
    const value = readJsonObject(node, name, report, Number.POSITIVE_INFINITY);
    if (value === undefined) return undefined;
    return reportSchemaProblems(value, node, name, report) ? undefined : value;
  },
};

/** True when there were any. */
export function reportSchemaProblems(
  value: JsonObject,
  node: YamlNode,
  name: string,
  report: Report,
): boolean {
  const problems = checkSchema(value);
  for (const problem of problems) {
    report.error("invalid-schema", placeOf(node, problem.path), `\`${name}\`: ${problem.message}`);
  }
  return problems.length > 0;
}
