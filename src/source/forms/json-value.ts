import { JSON_DEPTH_MAX, type Json, type JsonObject } from "../../contract/index.ts";
import type { Report } from "../report.ts";
import { describeNode, type YamlNode, type YamlScalar } from "../yaml/yaml-node.ts";
import type { Form } from "./form.ts";

/** A mapping of any JSON, at most 64 levels deep. */
export const jsonObject: Form<JsonObject> = {
  schema: { type: "object" },
  read: (node, name, report) => readJsonObject(node, name, report, JSON_DEPTH_MAX),
};

export function readJsonObject(
  node: YamlNode,
  name: string,
  report: Report,
  depthMax: number,
): JsonObject | undefined {
  if (node.kind === "refused") return undefined;
  if (node.kind !== "mapping") {
    return report.error("wrong-type", node.at, `\`${name}\` must be a mapping, not ${describeNode(node)}`);
  }
  return readJson(node, name, report, depthMax) as JsonObject | undefined;
}

/** Any JSON value that YAML can say: numbers a double holds exactly, keys as data (`__proto__` too). */
export function readJson(node: YamlNode, name: string, report: Report, depthMax: number): Json | undefined {
  if (node.kind === "refused") return undefined;
  if (node.kind === "scalar") return readScalar(node, name, report);
  if (depthMax === 0) {
    return report.error(
      "out-of-bounds",
      node.at,
      `\`${name}\` is nested more than ${JSON_DEPTH_MAX} levels deep`,
    );
  }
  if (node.kind === "sequence") {
    const items = node.items.map((item) => readJson(item, name, report, depthMax - 1));
    return items.includes(undefined) ? undefined : (items as Json[]);
  }
  const entries = node.entries.map(
    (entry) => [entry.key, readJson(entry.value, name, report, depthMax - 1)] as const,
  );
  if (entries.some(([, value]) => value === undefined)) return undefined;
  return Object.fromEntries(entries) as JsonObject;
}

function readScalar(node: YamlScalar, name: string, report: Report): Json | undefined {
  const { value } = node;
  if (typeof value === "bigint" || (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER)) {
    const message = `\`${name}\` holds a number beyond 2^53 - 1 that would be rounded; write it as quoted text`;
    return report.error("out-of-bounds", node.at, message);
  }
  if (typeof value === "number" && Number.isNaN(value)) {
    return report.error("invalid-value", node.at, `\`${name}\` holds a number that JSON does not have`);
  }
  return value;
}
