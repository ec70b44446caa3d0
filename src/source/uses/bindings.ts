import { JSON_DEPTH_MAX, PARAMS_MAX } from "../../contract/index.ts";
import { readJson } from "../forms/json-value.ts";
import { parseReference } from "../references.ts";
import type { Report } from "../report.ts";
import type { InputBinding, Located } from "../workflow.ts";
import { describeNode, entryOf, type YamlEntry, type YamlNode } from "../yaml/yaml-node.ts";

/** The `with` of a step that uses an asset: each entry a value, or `{ from: <reference> }`. */
export function readBindings(node: YamlNode, report: Report): Located<InputBinding[]> | undefined {
  if (node.kind === "refused") return undefined;
  if (node.kind !== "mapping") {
    const message = `\`with\` must be a mapping of values by name, not ${describeNode(node)}`;
    return report.error("invalid-binding", node.at, message);
  }
  const count = node.entries.length;
  if (count > PARAMS_MAX) {
    const message = `\`with\` has ${count} entries, at most ${PARAMS_MAX} are taken`;
    return report.error("out-of-bounds", node.at, message);
  }
  const bindings = node.entries.flatMap((entry) => readBinding(entry, report) ?? []);
  return { value: bindings, at: node.at };
}

function readBinding(entry: YamlEntry, report: Report): InputBinding | undefined {
  const { key: name, keyAt: at } = entry;
  const from = entryOf(entry.value, "from")?.value;
  if (from !== undefined && entry.value.kind === "mapping") {
    if (entry.value.entries.length === 1) return readReference(entry, from, report);
    if (looksLikeReference(from)) {
      const message = `\`${name}\`: \`from\` stands alone; take the other keys out, or bind the values one by one`;
      return report.error("invalid-binding", entry.value.at, message);
    }
  }
  const value = readJson(entry.value, name, report, JSON_DEPTH_MAX);
  return value === undefined ? undefined : { kind: "literal", name, at, value };
}

function readReference(entry: YamlEntry, from: YamlNode, report: Report): InputBinding | undefined {
  const { key: name, keyAt: at } = entry;
  if (from.kind === "refused") return undefined;
  if (from.kind !== "scalar" || typeof from.value !== "string") {
    const message = `\`${name}\`: \`from\` takes a reference, steps.<id>.output, not ${describeNode(from)}`;
    return report.error("invalid-binding", from.at, message);
  }
  const parsed = parseReference(from.value);
  if (parsed.ok) return { kind: "reference", name, at, from: { value: parsed.reference, at: from.at } };
  return report.error("invalid-binding", from.at, `\`${name}\`: ${parsed.message}`);
}

function looksLikeReference(node: YamlNode): boolean {
  return node.kind === "scalar" && typeof node.value === "string" && parseReference(node.value).ok;
}
