import type { JsonObject } from "../../contract/index.ts";
import type { Report } from "../report.ts";
import type { Position } from "../workflow.ts";
import { describeNode, type YamlEntry } from "../yaml/yaml-node.ts";
import type { Form } from "./form.ts";

export interface Named<T> {
  name: string;
  at: Position;
  value: T;
}

export interface DictionaryRules {
  namePattern: RegExp;
  max?: number;
  /** Names that are taken, with why. */
  reserved?: { names: readonly string[]; why: string };
}

/** A mapping from names of the author's choosing to values of one form, in authored order. */
export function dictionary<T>(value: Form<T>, rules: DictionaryRules): Form<Named<T>[]> {
  return {
    schema: dictionarySchema(value.schema, rules),
    read(node, name, report) {
      if (node.kind === "refused") return undefined;
      if (node.kind !== "mapping") {
        return report.error(
          "wrong-type",
          node.at,
          `\`${name}\` must be a mapping, not ${describeNode(node)}`,
        );
      }
      const count = node.entries.length;
      if (rules.max !== undefined && count > rules.max) {
        return report.error(
          "out-of-bounds",
          node.at,
          `\`${name}\` has ${count} entries, at most ${rules.max} are taken`,
        );
      }
      return node.entries.flatMap((entry) => readEntry(entry, value, name, rules, report));
    },
  };
}

function readEntry<T>(
  entry: YamlEntry,
  form: Form<T>,
  name: string,
  rules: DictionaryRules,
  report: Report,
): Named<T>[] {
  checkName(entry, name, rules, report);
  const value = form.read(entry.value, entry.key, report);
  return value === undefined ? [] : [{ name: entry.key, at: entry.keyAt, value }];
}

function checkName(entry: YamlEntry, name: string, rules: DictionaryRules, report: Report): void {
  const shown = JSON.stringify(entry.key.length > 60 ? `${entry.key.slice(0, 60)}…` : entry.key);
  if (!rules.namePattern.test(entry.key)) {
    const message = `a name under \`${name}\` begins with a letter or _ and goes on with letters, digits and _, not ${shown}`;
    report.error("invalid-name", entry.keyAt, message);
  } else if (rules.reserved?.names.includes(entry.key) === true) {
    report.error("reserved-name", entry.keyAt, `${shown} cannot be a name here: ${rules.reserved.why}`);
  }
}

function dictionarySchema(value: JsonObject, rules: DictionaryRules): JsonObject {
  const names: JsonObject = { pattern: rules.namePattern.source };
  if (rules.reserved !== undefined) names.not = { enum: [...rules.reserved.names] };
  return {
    type: "object",
    propertyNames: names,
    additionalProperties: value,
    ...(rules.max === undefined ? {} : { maxProperties: rules.max }),
  };
}
