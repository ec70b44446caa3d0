import { PARAM_NAME_PATTERN, PARAMS_MAX } from "../../contract/index.ts";
import { dictionary } from "../forms/dictionary.ts";
import { type Form, transform } from "../forms/form.ts";
import { declaration } from "../keys/params.ts";
import type { TaskInput } from "../workflow.ts";
import { entryOf, type YamlNode } from "../yaml/yaml-node.ts";

/** A schema, with `default` or `required: true` beside its keywords; a `required` that is a list is a keyword. */
const input: Form<Omit<TaskInput, "name" | "at">> = {
  schema: declaration.schema,
  read(node, name, report) {
    const flag = entryOf(node, "required");
    const isFlag = flag?.value.kind === "scalar" && typeof flag.value.value === "boolean";
    const declared = declaration.read(isFlag ? without(node, "required") : node, name, report);
    if (declared === undefined) return undefined;
    const required = isFlag && flag.value.kind === "scalar" && flag.value.value === true;
    if (!required || declared.default === undefined) return { ...declared, required };
    const message = `\`${name}\` is required and has a default; keep one of them`;
    return report.error("conflicting-keys", flag.keyAt, message);
  },
};

function without(node: YamlNode, key: string): YamlNode {
  if (node.kind !== "mapping") return node;
  return { ...node, entries: node.entries.filter((entry) => entry.key !== key) };
}

/** What a task is given, by name. */
export const inputs: Form<TaskInput[]> = transform(
  dictionary(input, { namePattern: PARAM_NAME_PATTERN, max: PARAMS_MAX }),
  (entries) => entries.map(({ name, at, value }) => ({ name, at, ...value })),
);
