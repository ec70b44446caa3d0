import { TIMEOUT_MS_MAX, TIMEOUT_MS_MIN } from "../../contract/index.ts";
import type { Form } from "../forms/form.ts";
import { readText } from "../forms/text.ts";
import { parseTimeout, TIMEOUT_PATTERN } from "../timeout.ts";
import type { Timeout } from "../workflow.ts";
import type { YamlNode } from "../yaml/yaml-node.ts";

/** A bare number may stand unquoted: its spelling is what is read. */
export const timeout: Form<Timeout> = {
  schema: {
    anyOf: [
      { type: "integer", minimum: TIMEOUT_MS_MIN, maximum: TIMEOUT_MS_MAX },
      { type: "string", pattern: TIMEOUT_PATTERN.source },
    ],
  },
  read(node, name, report) {
    const text = isNumber(node) ? node.source : readText(node, name, report);
    if (text === undefined) return undefined;
    const parsed = parseTimeout(text);
    if (parsed.ok) return parsed.timeout;
    return report.error(parsed.code, node.at, `\`${name}\`: ${parsed.message}, not ${JSON.stringify(text)}`);
  },
};

function isNumber(node: YamlNode): node is YamlNode & { source: string } {
  return node.kind === "scalar" && (typeof node.value === "number" || typeof node.value === "bigint");
}
