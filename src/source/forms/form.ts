import type { JsonObject } from "../../contract/index.ts";
import type { Report } from "../report.ts";
import type { Located } from "../workflow.ts";
import type { YamlNode } from "../yaml/yaml-node.ts";

/**
 * One definition of a piece of the format with both its uses: reading it from a positioned YAML value, and saying it in
 * the published JSON Schema.
 */
export interface Form<T> {
  /** Reads the value, or reports why not and gives undefined. `name` is what messages call it. */
  read(node: YamlNode, name: string, report: Report): T | undefined;
  readonly schema: JsonObject;
}

/** A value that is read together with the keys beside it. */
export const anyNode: Form<YamlNode> = { schema: {}, read: (node) => node };

/** The same value, with the place where it stands. */
export function located<T>(form: Form<T>): Form<Located<T>> {
  return transform(form, (value, node) => ({ value, at: node.at }));
}

type Transformation<T, U> = (value: T, node: YamlNode, name: string, report: Report) => U | undefined;

/** A form whose value is made into another, or refused by a rule the schema cannot say. */
export function transform<T, U>(form: Form<T>, change: Transformation<T, U>): Form<U> {
  return {
    schema: form.schema,
    read(node, name, report) {
      const value = form.read(node, name, report);
      return value === undefined ? undefined : change(value, node, name, report);
    },
  };
}

/** A form with more words in its published schema. */
export function withSchema<T>(form: Form<T>, more: JsonObject): Form<T> {
  return { read: form.read, schema: { ...form.schema, ...more } };
}
