import type { JsonObject } from "../../contract/index.ts";
import { describeNode } from "../yaml/yaml-node.ts";
import type { Form } from "./form.ts";

export interface ListRules {
  min?: number;
  max?: number;
}

/** A list of one form; items that cannot be read are left out, after their findings. */
export function list<T>(item: Form<T>, rules: ListRules = {}): Form<T[]> {
  return {
    schema: listSchema(item.schema, rules),
    read(node, name, report) {
      if (node.kind === "refused") return undefined;
      if (node.kind !== "sequence") {
        return report.error("wrong-type", node.at, `\`${name}\` must be a list, not ${describeNode(node)}`);
      }
      const count = node.items.length;
      if (count < (rules.min ?? 0)) {
        return report.error(
          "out-of-bounds",
          node.at,
          `\`${name}\` must have at least ${rules.min} entry, not ${count}`,
        );
      }
      if (rules.max !== undefined && count > rules.max) {
        return report.error(
          "out-of-bounds",
          node.at,
          `\`${name}\` has ${count} entries, at most ${rules.max} are taken`,
        );
      }
      return node.items
        .map((entry, index) => item.read(entry, `${name}[${index}]`, report))
        .filter((value) => value !== undefined);
    },
  };
}

function listSchema(items: JsonObject, rules: ListRules): JsonObject {
  return {
    type: "array",
    items,
    ...(rules.min === undefined ? {} : { minItems: rules.min }),
    ...(rules.max === undefined ? {} : { maxItems: rules.max }),
  };
}
