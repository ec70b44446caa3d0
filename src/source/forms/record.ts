import type { JsonObject } from "../../contract/index.ts";
import { didYouMean } from "../../lib/did-you-mean.ts";
import type { Report } from "../report.ts";
import type { Position } from "../workflow.ts";
import { describeNode, entryOf, type YamlEntry, type YamlMapping, type YamlNode } from "../yaml/yaml-node.ts";
import { type Form, withSchema } from "./form.ts";

interface Field<T, R extends boolean> {
  form: Form<T>;
  required: R;
}

type Fields = Readonly<Record<string, Field<unknown, boolean>>>;
type ValueOf<F> = F extends Field<infer T, boolean> ? T : never;
type RequiredKey<F extends Fields> = { [K in keyof F]: F[K]["required"] extends true ? K : never }[keyof F];
type OptionalKey<F extends Fields> = Exclude<keyof F, RequiredKey<F>>;

/** What a record reads as: where it stands, and its keys as authored. Optional keys are absent, never null. */
export type RecordOf<F extends Fields> = { at: Position } & { [K in RequiredKey<F>]: ValueOf<F[K]> } & {
  [K in OptionalKey<F>]?: ValueOf<F[K]>;
};

/** `doc` is what the published schema says of the key, one sentence. */
export function required<T>(form: Form<T>, doc: string): Field<T, true> {
  return { form: withSchema(form, { description: doc }), required: true };
}

export function optional<T>(form: Form<T>, doc: string): Field<T, false> {
  return { form: withSchema(form, { description: doc }), required: false };
}

export interface RecordRules {
  /** What messages call the mapping, e.g. "a step". */
  what: string;
  /** Unknown keys that deserve more than "unknown": what to do instead, after "`key`: ". */
  notes?: Readonly<Record<string, string>>;
  /** Keys of other tools, left alone. */
  foreignKeys?: RegExp;
  /** More words for the published schema. */
  schema?: JsonObject;
}

export interface RecordForm<F extends Fields> extends Form<RecordOf<F>> {
  /** Like `read`, but what could be read is given even where a required key is missing, which is reported. */
  readPartly(node: YamlNode, name: string, report: Report): Partial<RecordOf<F>> | undefined;
}

/**
 * A mapping of known keys. An unknown key is a finding, with the key that was probably meant. A required key that is
 * missing or cannot be read makes the whole undefined, after every other key was read and its findings reported.
 */
export function record<F extends Fields>(fields: F, rules: RecordRules): RecordForm<F> {
  const readPartly: RecordForm<F>["readPartly"] = (node, name, report) => {
    if (node.kind === "refused") return undefined;
    if (node.kind !== "mapping") {
      return report.error("wrong-type", node.at, `\`${name}\` must be a mapping, not ${describeNode(node)}`);
    }
    for (const entry of node.entries) reportUnknownKey(entry, fields, rules, report);
    return readFields(node, fields, rules, report) as Partial<RecordOf<F>>;
  };
  return {
    schema: recordSchema(fields, rules),
    readPartly,
    read(node, name, report) {
      const value = readPartly(node, name, report);
      return value !== undefined && isComplete(value, fields) ? value : undefined;
    },
  };
}

function isComplete<F extends Fields>(value: Partial<RecordOf<F>>, fields: F): value is RecordOf<F> {
  return Object.keys(fields).every((key) => fields[key]?.required !== true || Object.hasOwn(value, key));
}

function readFields(
  node: YamlMapping,
  fields: Fields,
  rules: RecordRules,
  report: Report,
): Record<string, unknown> {
  const result: Record<string, unknown> = { at: node.at };
  for (const [key, { form, required: isRequired }] of Object.entries(fields)) {
    const entry = entryOf(node, key);
    const value = entry === undefined ? undefined : form.read(entry.value, key, report);
    if (value !== undefined) result[key] = value;
    if (entry === undefined && isRequired) {
      report.error("missing-key", node.at, `${rules.what} needs the key \`${key}\``);
    }
  }
  return result;
}

function reportUnknownKey(entry: YamlEntry, fields: Fields, rules: RecordRules, report: Report): void {
  if (Object.hasOwn(fields, entry.key) || rules.foreignKeys?.test(entry.key) === true) return;
  const shown = entry.key.length > 60 ? `${entry.key.slice(0, 60)}…` : entry.key;
  report.error("unknown-key", entry.keyAt, () => `\`${shown}\` ${adviceFor(entry.key, fields, rules)}`);
}

function adviceFor(key: string, fields: Fields, rules: RecordRules): string {
  const note = rules.notes !== undefined && Object.hasOwn(rules.notes, key) ? rules.notes[key] : undefined;
  const unknown = `is not a key of ${rules.what}`;
  if (note !== undefined) return `${unknown}: ${note}`;
  const meant = didYouMean(key, Object.keys(fields));
  if (meant !== undefined) return `${unknown}; did you mean \`${meant}\`?`;
  const known = Object.keys(fields);
  if (known.length > 12) return unknown;
  return `${unknown}; known are ${known.map((name) => `\`${name}\``).join(", ")}`;
}

function recordSchema(fields: Fields, rules: RecordRules): JsonObject {
  const properties = Object.entries(fields).map(([key, field]) => [key, field.form.schema] as const);
  const requiredKeys = Object.keys(fields).filter((key) => fields[key]?.required === true);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(requiredKeys.length === 0 ? {} : { required: requiredKeys }),
    ...(rules.foreignKeys === undefined ? {} : { patternProperties: { [rules.foreignKeys.source]: true } }),
    additionalProperties: false,
    ...rules.schema,
  };
}
