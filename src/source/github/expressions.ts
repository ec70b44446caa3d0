import type { Report } from "../report.ts";
import type { Position } from "../workflow.ts";
import type { YamlEntry, YamlNode, YamlScalar } from "../yaml/yaml-node.ts";

const EXPRESSION = /\$\{\{[\s\S]*?(?:\}\}|$)/g;
const OPENING = "${{";

/** More are not reported anyway. */
const FOUND_MAX = 500;

interface FoundExpression {
  /** The first one of the value. */
  text: string;
  others: number;
  at: Position;
  /** Where the key of the value begins. */
  keyAt?: Position;
}

/**
 * Finds every expression of a document. Whatever holds one is taken out of the tree, so that nobody complains of it
 * twice; in a `run` a plain word is put in its place, so that the rest of the line can be judged.
 */
export class ExpressionFinder {
  readonly #lines: string[];
  readonly #found: FoundExpression[] = [];

  constructor(text: string) {
    this.#lines = text.split("\n");
  }

  takeOut(node: YamlNode, entry?: YamlEntry): YamlNode {
    switch (node.kind) {
      case "mapping":
        return { ...node, entries: node.entries.flatMap((entry) => this.#takeOutOfEntry(entry)) };
      case "sequence":
        return { ...node, items: node.items.map((item) => this.takeOut(item)) };
      case "scalar":
        return this.#takeOutOfScalar(node, entry);
      case "refused":
        return node;
    }
  }

  /** Reports them, but for those that are all there is under a refused key. */
  reportTo(report: Report): void {
    const unknownKeys = report.findings().filter(({ code }) => code === "unknown-key");
    const refused = new Set(unknownKeys.map(({ line, column }) => `${line}:${column}`));
    for (const { text, others, at, keyAt } of this.#found) {
      if (keyAt !== undefined && refused.has(`${keyAt.line}:${keyAt.column}`)) continue;
      report.error("unsupported-expression", at, explain(text, others));
    }
  }

  #takeOutOfEntry(entry: YamlEntry): YamlEntry[] {
    const value = this.takeOut(entry.value, entry);
    if (!entry.key.includes(OPENING)) return [{ ...entry, value }];
    this.#add(entry.key, entry.keyAt);
    return [];
  }

  #takeOutOfScalar(node: YamlScalar, entry: YamlEntry | undefined): YamlNode {
    if (typeof node.value !== "string" || !node.value.includes(OPENING)) return node;
    this.#add(node.value, node.at, entry?.keyAt);
    if (entry?.key !== "run") return { kind: "refused", at: node.at };
    return { ...node, value: node.value.replace(EXPRESSION, "expression"), plain: false };
  }

  #add(text: string, start: Position, keyAt?: Position): void {
    if (this.#found.length === FOUND_MAX) return;
    const all = text.match(EXPRESSION) ?? [text];
    const found = { text: all[0], others: all.length - 1, at: this.#placeAfter(start) };
    this.#found.push(keyAt === undefined ? found : { ...found, keyAt });
  }

  /** A value knows where it begins; the expression may stand some lines further on. */
  #placeAfter(start: Position): Position {
    for (let line = start.line; line <= this.#lines.length; line++) {
      const from = line === start.line ? start.column - 1 : 0;
      const found = (this.#lines[line - 1] ?? "").indexOf(OPENING, from);
      if (found !== -1) return { line, column: found + 1 };
    }
    return start;
  }
}

/** What to do instead, by the context that an expression reads. */
const INSTEAD: readonly (readonly [context: RegExp, advice: string])[] = [
  [/\bsecrets\b/, "bind the secret under the step's `env`, as `NAME: secrets/<name>`"],
  [/\b(?:inputs|github\.event\.inputs)\b/, "a Markdown workflow declares `params`"],
  [/\b(?:matrix|strategy)\b/, "a Markdown workflow fans out over a list with `map`"],
  [/\b(?:steps|needs|jobs)\b/, "a `with` takes an earlier step's result as `{ from: steps.<id>.output }`"],
  [/\bhashFiles\b/, "nothing is cached here"],
  [/\b(?:github|runner)\b/, "write the value out, or have a script ask git or the machine for it"],
  [/\b(?:env|vars)\b/, "write the value out under the step's `env`"],
];

function explain(expression: string, others: number): string {
  const shown = expression.length > 60 ? `${expression.slice(0, 60)}…` : expression;
  const more = others === 0 ? "" : ` (${others} more in this value)`;
  const advice = INSTEAD.find(([context]) => context.test(expression))?.[1] ?? "write the value out";
  return `GitHub expressions are not evaluated: \`${shown.replace(/\s+/g, " ")}\`${more}; ${advice}`;
}
