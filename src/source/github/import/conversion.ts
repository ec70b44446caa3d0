import type { Report } from "../../report.ts";
import type { Position } from "../../workflow.ts";
import type { YamlEntry, YamlNode } from "../../yaml/yaml-node.ts";

const EXPRESSION_START = "${{";

/** Where a conversion notes what it leaves out, and refuses what would mean something else. */
export class Conversion {
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  /** What has no meaning here is left out, and said to be. */
  drop(at: Position, message: string): void {
    this.#report.warning("import-dropped", at, message);
  }

  refuse(at: Position, message: string): undefined {
    return this.#report.error("import-refused", at, message);
  }

  refuseJobs(at: Position, message: string): undefined {
    return this.#report.error("multi-job-unsupported", at, message);
  }

  /** A value's text as GitHub takes it, whatever YAML makes of its spelling. Refuses expressions and other values. */
  text({ key, value }: YamlEntry): string | undefined {
    if (value.kind === "refused") return undefined;
    if (value.kind !== "scalar") return this.refuse(value.at, `\`${shown(key)}\` is not text`);
    const text = typeof value.value === "string" ? value.value : value.source;
    if (!text.includes(EXPRESSION_START)) return text;
    return this.refuse(
      value.at,
      `\`${shown(key)}\` holds an expression, which has no counterpart: ${shown(text)}`,
    );
  }

  /** Hands each key of a mapping to whoever knows it; another one is refused. */
  each(node: YamlNode, what: string, readers: Readonly<Record<string, (entry: YamlEntry) => void>>): void {
    if (node.kind === "refused") return;
    if (node.kind !== "mapping") {
      this.refuse(node.at, `${what} is no mapping`);
      return;
    }
    for (const entry of node.entries) {
      const reader = Object.hasOwn(readers, entry.key) ? readers[entry.key] : undefined;
      if (reader === undefined) this.refuse(entry.keyAt, `\`${shown(entry.key)}\` of ${what} is not known`);
      else reader(entry);
    }
  }
}

/** A text as a message shows it: on one line, and not all of a long one. */
export function shown(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 80 ? `${line.slice(0, 80)}…` : line;
}
