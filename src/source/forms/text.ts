import type { JsonObject } from "../../contract/index.ts";
import type { Fix } from "../findings.ts";
import type { Report } from "../report.ts";
import { describeNode, type YamlNode, type YamlScalar } from "../yaml/yaml-node.ts";
import type { Form } from "./form.ts";

export interface TextRules {
  /** A date need not be quoted: the value is a date or free metadata. */
  allowDate?: boolean;
  /** White space alone counts as empty. */
  blank?: "refused" | "allowed";
  bytesMax?: number;
  charsMax?: number;
  /** The rule the text follows, and the sentence that says it after "`name` ". */
  pattern?: { regex: RegExp; rule: string; code?: "invalid-name" | "invalid-value" };
}

const DATE =
  /^\d{4}-\d{1,2}-\d{1,2}(?:(?:[Tt]|[ \t]+)\d{1,2}:\d{2}:\d{2}(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d{1,2}(?::\d{2})?))?)?$/;

/** Text, never guessed from another kind of value: a plain number, boolean, null or date is to be quoted. */
export function text(rules: TextRules = {}): Form<string> {
  return {
    schema: textSchema(rules),
    read(node, name, report) {
      const value = readText(node, name, report, rules.allowDate === true);
      if (value === undefined) return undefined;
      return breaksRule(value, node, name, rules, report) ? undefined : value;
    },
  };
}

/** Whether a value's spelling made it something else than text, or would in other readers of YAML. */
export function mustBeQuoted({ plain, source, value }: YamlScalar): boolean {
  if (!plain || source === "") return false;
  return typeof value !== "string" || DATE.test(source);
}

export function readText(
  node: YamlNode,
  name: string,
  report: Report,
  allowDate = false,
): string | undefined {
  if (node.kind === "refused") return undefined;
  if (node.kind !== "scalar" || (node.value === null && node.source === "")) {
    return report.error("wrong-type", node.at, `\`${name}\` must be text, not ${describeNode(node)}`);
  }
  if (typeof node.value === "string" && (allowDate || !mustBeQuoted(node))) return node.value;
  const fix = quoting(node);
  const message = `\`${name}\` must be text, not ${wordFor(node)}; quote it: ${fix.text}`;
  return report.error("unquoted-text", node.at, message, fix);
}

/** The same characters as text; only what is written without quotes is ever taken for something else. */
export function quoting({ source }: Pick<YamlScalar, "source">): Fix {
  return { written: source, text: JSON.stringify(source) };
}

function wordFor(node: YamlScalar): string {
  return typeof node.value === "string" ? `the date ${node.source}` : describeNode(node);
}

function breaksRule(value: string, node: YamlNode, name: string, rules: TextRules, report: Report): boolean {
  if (rules.blank !== "allowed" && value.trim() === "") {
    report.error("invalid-value", node.at, `\`${name}\` is empty`);
    return true;
  }
  const bytes = rules.bytesMax === undefined ? 0 : Buffer.byteLength(value);
  if (bytes > (rules.bytesMax ?? 0)) {
    report.error(
      "out-of-bounds",
      node.at,
      `\`${name}\` has ${bytes} bytes, at most ${rules.bytesMax} are taken`,
    );
    return true;
  }
  if (rules.charsMax !== undefined && value.length > rules.charsMax) {
    const message = `\`${name}\` has ${value.length} characters, at most ${rules.charsMax} are taken`;
    report.error("out-of-bounds", node.at, message);
    return true;
  }
  if (rules.pattern !== undefined && !rules.pattern.regex.test(value)) {
    const shown = JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
    report.error(
      rules.pattern.code ?? "invalid-value",
      node.at,
      `\`${name}\` ${rules.pattern.rule}, not ${shown}`,
    );
    return true;
  }
  return false;
}

function textSchema(rules: TextRules): JsonObject {
  const schema: JsonObject = { type: "string" };
  const charsMax = rules.charsMax ?? rules.bytesMax;
  if (charsMax !== undefined) schema.maxLength = charsMax;
  if (rules.pattern !== undefined) schema.pattern = rules.pattern.regex.source;
  else if (rules.blank !== "allowed") schema.pattern = "\\S";
  return schema;
}
