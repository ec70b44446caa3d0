import type { Position } from "../workflow.ts";

/** A YAML value with the place where it was written. Aliases, tags and merge keys are gone: they were refused. */
export type YamlNode = YamlMapping | YamlSequence | YamlScalar | RefusedNode;

export interface YamlMapping {
  kind: "mapping";
  at: Position;
  /** In authored order, no key twice. */
  entries: YamlEntry[];
}

export interface YamlEntry {
  key: string;
  keyAt: Position;
  value: YamlNode;
}

export interface YamlSequence {
  kind: "sequence";
  at: Position;
  items: YamlNode[];
}

export interface YamlScalar {
  kind: "scalar";
  at: Position;
  /** By the YAML 1.2 core schema; an integer that a double cannot hold exactly stays a bigint. */
  value: string | number | bigint | boolean | null;
  /** What was typed, without quotes and escapes. */
  source: string;
  /** Typed without quotes on one line, so that its spelling decided its kind. */
  plain: boolean;
}

/** Stands where something was refused and reported; readers skip it without a word. */
export interface RefusedNode {
  kind: "refused";
  at: Position;
}

export function entryOf(node: YamlNode, key: string): YamlEntry | undefined {
  return node.kind === "mapping" ? node.entries.find((entry) => entry.key === key) : undefined;
}

/** The place that a path inside a value points at: a key where it ends at one, the nearest outer value else. */
export function placeOf(node: YamlNode, path: readonly (string | number)[]): Position {
  let current = node;
  let at = node.at;
  for (const segment of path) {
    const entry = typeof segment === "string" ? entryOf(current, segment) : undefined;
    const item =
      current.kind === "sequence" && typeof segment === "number" ? current.items[segment] : undefined;
    const next = entry?.value ?? item;
    if (next === undefined) return at;
    at = entry?.keyAt ?? next.at;
    current = next;
  }
  return at;
}

/** What a value is, in words for a message: "a list", "the number 5", "nothing". */
export function describeNode(node: YamlNode): string {
  if (node.kind === "mapping") return "a mapping";
  if (node.kind === "sequence") return "a list";
  if (node.kind === "refused") return "a value that was refused";
  return describeScalar(node);
}

function describeScalar(scalar: YamlScalar): string {
  if (scalar.value === null) return scalar.source === "" ? "nothing" : "null";
  const shown = scalar.source.length > 40 ? `${scalar.source.slice(0, 40)}…` : scalar.source;
  if (typeof scalar.value === "boolean") return `the boolean ${shown}`;
  if (typeof scalar.value === "string") return `the text ${JSON.stringify(shown)}`;
  return `the number ${shown}`;
}
