import {
  type Json,
  type JsonObject,
  PARAM_NAME_PATTERN,
  PARAM_NAMES_RESERVED,
  PARAMS_MAX,
} from "../../contract/index.ts";
import { validate } from "../../lib/json-schema/index.ts";
import { dictionary } from "../forms/dictionary.ts";
import { type Form, transform } from "../forms/form.ts";
import { readJsonObject } from "../forms/json-value.ts";
import { reportSchemaProblems, SCHEMA_DEFINITION } from "../forms/schema.ts";
import { mustBeQuoted, quoting } from "../forms/text.ts";
import { type PathSegment, parseReference } from "../references.ts";
import type { Report } from "../report.ts";
import type { ParamDeclaration } from "../workflow.ts";
import { entryOf, placeOf, type YamlNode, type YamlScalar } from "../yaml/yaml-node.ts";

type Declaration = Pick<ParamDeclaration, "schema" | "default">;

/** A schema with a `default` that satisfies it, or without one. */
export const declaration: Form<Declaration> = {
  schema: { $ref: SCHEMA_DEFINITION },
  read(node, name, report) {
    if (node.kind === "scalar" && typeof node.value === "string") {
      const message = `\`${name}\` must be a schema: write { type: string, description: ${JSON.stringify(node.value)} }`;
      return report.error("wrong-type", node.at, message);
    }
    const value = readJsonObject(node, name, report, Number.POSITIVE_INFINITY);
    if (value === undefined || reportSchemaProblems(value, node, name, report)) return undefined;
    const { default: fallback, ...schema } = value;
    reportTextToQuote(schema, node, name, report);
    if (fallback === undefined) return { schema };
    checkDefault(fallback, schema, node, name, report);
    return { schema, default: fallback };
  },
};

/** A param of text that allows or defaults to something YAML took for a number, boolean or null can only be a slip. */
function reportTextToQuote(schema: JsonObject, node: YamlNode, name: string, report: Report): void {
  if (schema.type !== "string") return;
  const allowed = entryOf(node, "enum")?.value;
  const values = [entryOf(node, "default")?.value, ...(allowed?.kind === "sequence" ? allowed.items : [])];
  for (const value of values) {
    if (value === undefined || !isTextToQuote(value)) continue;
    const fix = quoting(value);
    report.error("unquoted-text", value.at, `\`${name}\` is a string; quote it: ${fix.text}`, fix);
  }
}

function checkDefault(
  fallback: Json,
  schema: JsonObject,
  node: YamlNode,
  name: string,
  report: Report,
): void {
  const written = entryOf(node, "default")?.value;
  if (schema.type === "string" && written !== undefined && isTextToQuote(written)) return;
  const validation = validate(fallback, schema);
  if (validation.ok) return;
  for (const error of validation.errors) {
    const at = placeOf(node, ["default", ...segmentsOf(error.path)]);
    report.error(
      "invalid-default",
      at,
      `the default of \`${name}\` does not fit its schema: ${error.message}`,
    );
  }
}

/** The evaluator writes the way into a value as references do, without a root. */
function segmentsOf(path: string): PathSegment[] {
  const parsed = parseReference(`params.value${path === "" || path.startsWith("[") ? "" : "."}${path}`);
  return parsed.ok ? parsed.reference.path : [];
}

/** A date is text to YAML, and stays it. */
function isTextToQuote(node: YamlNode): node is YamlScalar {
  return node.kind === "scalar" && typeof node.value !== "string" && mustBeQuoted(node);
}

/** What a run is started with. */
export const params: Form<ParamDeclaration[]> = transform(
  dictionary(declaration, {
    namePattern: PARAM_NAME_PATTERN,
    max: PARAMS_MAX,
    reserved: { names: PARAM_NAMES_RESERVED, why: "`akm workflow run` has a flag of that name" },
  }),
  (entries) => entries.map(({ name, at, value }) => ({ name, at, ...value })),
);
