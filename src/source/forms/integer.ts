import { describeNode } from "../yaml/yaml-node.ts";
import type { Form } from "./form.ts";

/** A whole number, bounds included, written without quotes. */
export function integer(min: number, max: number): Form<number> {
  return {
    schema: { type: "integer", minimum: min, maximum: max },
    read(node, name, report) {
      if (node.kind === "refused") return undefined;
      const value = node.kind === "scalar" ? node.value : undefined;
      if (typeof value === "bigint" || (Number.isInteger(value) && outside(Number(value), min, max))) {
        return report.error(
          "out-of-bounds",
          node.at,
          `\`${name}\` must be from ${min} to ${max}, not ${shown(value)}`,
        );
      }
      if (typeof value === "number" && Number.isInteger(value)) return value;
      const quoted = typeof value === "string" && /^[0-9]+$/.test(value) ? "; write it without quotes" : "";
      return report.error(
        "wrong-type",
        node.at,
        `\`${name}\` must be a whole number, not ${describeNode(node)}${quoted}`,
      );
    },
  };
}

function outside(value: number, min: number, max: number): boolean {
  return value < min || value > max;
}

function shown(value: unknown): string {
  const text = String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
