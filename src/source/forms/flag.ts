import { describeNode } from "../yaml/yaml-node.ts";
import type { Form } from "./form.ts";

/** `true` or `false`. */
export const flag: Form<boolean> = {
  schema: { type: "boolean" },
  read(node, name, report) {
    if (node.kind === "refused") return undefined;
    if (node.kind === "scalar" && typeof node.value === "boolean") return node.value;
    return report.error(
      "wrong-type",
      node.at,
      `\`${name}\` must be true or false, not ${describeNode(node)}`,
    );
  },
};
