import { isMap, isScalar, isSeq, type Pair, type Scalar, type YAMLMap } from "yaml";
import { hasLoneSurrogate } from "../../lib/lone-surrogate.ts";
import type { PositionAt } from "../line-index.ts";
import type { Report } from "../report.ts";
import type { YamlEntry, YamlMapping, YamlNode, YamlScalar } from "./yaml-node.ts";

/** Turns the YAML library's nodes into ours, refusing keys that are not plain text, twice there, or merge keys. */
export class NodeBuilder {
  readonly #positionAt: PositionAt;
  readonly #report: Report;

  constructor(positionAt: PositionAt, report: Report) {
    this.#positionAt = positionAt;
    this.#report = report;
  }

  build(node: unknown): YamlNode {
    const at = this.#positionAt(startOf(node));
    if (isMap(node)) return this.#buildMapping(node);
    if (isSeq(node)) return { kind: "sequence", at, items: node.items.map((item) => this.build(item)) };
    if (isScalar(node)) return this.#buildScalar(node);
    return { kind: "refused", at };
  }

  #buildMapping(node: YAMLMap): YamlMapping {
    const entries = new Map<string, YamlEntry>();
    for (const pair of node.items) {
      const entry = this.#buildEntry(pair);
      if (entry !== undefined) this.#addEntry(entries, entry);
    }
    return { kind: "mapping", at: this.#positionAt(startOf(node)), entries: [...entries.values()] };
  }

  #addEntry(entries: Map<string, YamlEntry>, entry: YamlEntry): void {
    const earlier = entries.get(entry.key);
    if (earlier === undefined) {
      entries.set(entry.key, entry);
      return;
    }
    const message = `\`${entry.key}\` is there already, on line ${earlier.keyAt.line}; keep one of them`;
    this.#report.error("duplicate-key", entry.keyAt, message);
  }

  #buildEntry(pair: Pair): YamlEntry | undefined {
    const keyAt = this.#positionAt(startOf(pair.key));
    const key = this.build(pair.key);
    if (key.kind === "refused") return undefined;
    if (key.kind !== "scalar") {
      return this.#report.error("wrong-type", keyAt, "a key must be text, not a list or a mapping");
    }
    if (typeof key.value !== "string") {
      const message = `a key must be text; quote it: ${JSON.stringify(key.source)}`;
      return this.#report.error("unquoted-text", keyAt, message);
    }
    if (key.plain && key.value === "<<") {
      const message = "merge keys (<<) are not taken; write the keys out where they are needed";
      return this.#report.error("yaml-merge-key", keyAt, message);
    }
    const value = pair.value === null ? emptyScalar(keyAt) : this.build(pair.value);
    return { key: key.value, keyAt, value };
  }

  #buildScalar(node: Scalar): YamlNode {
    const at = this.#positionAt(startOf(node));
    const source = node.source ?? "";
    if (hasLoneSurrogate(source)) {
      this.#report.error(
        "invalid-text",
        at,
        "the text holds half of a surrogate pair; write the whole character",
      );
      return { kind: "refused", at };
    }
    return { kind: "scalar", at, source, value: exactValue(node.value), plain: node.type === "PLAIN" };
  }
}

function emptyScalar(at: YamlScalar["at"]): YamlScalar {
  return { kind: "scalar", at, value: null, source: "", plain: true };
}

function exactValue(value: unknown): YamlScalar["value"] {
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return null;
}

function startOf(node: unknown): number {
  const { range } = (node ?? {}) as { range?: readonly number[] | null };
  return range?.[0] ?? 0;
}
