import { parseStrictJson } from "../lib/strict-json.ts";

/** A step into a value: an object key or an array index. */
export type PathSegment = string | number;

/**
 * A bare reference string, parsed. Exactly two roots exist: `params.<name>` and `steps.<id>.output`;
 * a path may follow either (spec tables.md, "what they may name").
 */
export type Reference =
  | { root: "params"; text: string; name: string; path: PathSegment[] }
  | { root: "steps"; text: string; stepId: string; path: PathSegment[] };

export type ParsedReference =
  | { ok: true; reference: Reference }
  /** `offset` is the 0-based UTF-16 index in the text where reading stopped. */
  | { ok: false; message: string; offset: number };

/** What a reference in prose habits looks like; all of them say how the value is named instead. */
const TEMPLATE = /\$\{|\{\{/;

/**
 * Reads a reference: `params.<name>` or `steps.<id>.output`, then any number of `.<ident>`, `[<int>]` and `["key"]`.
 * Nothing else parses, white space included.
 */
export function parseReference(text: string): ParsedReference {
  const scanner = new ReferenceScanner(text);
  const root = scanner.take(ROOT);
  if (root === "params.") return scanner.readParams();
  if (root === "steps.") return scanner.readSteps();
  return { ok: false, offset: 0, message: explainRoot(text) };
}

const ROOT = /(?:params|steps)\./y;
const PARAM_NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const STEP_ID = /[A-Za-z_][A-Za-z0-9_-]*/y;
const OUTPUT = /\.output(?![A-Za-z0-9_-])/y;
const KEY = /\.([A-Za-z_][A-Za-z0-9_]*)/y;
const INDEX = /\[(0|[1-9][0-9]*)\]/y;
const QUOTED_KEY = /\[("(?:[^"\\]|\\.)*")\]/y;

class ReferenceScanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** What the pattern matches here (its first group, where it has one), moved past; undefined leaves the place. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match === null) return undefined;
    this.#at = pattern.lastIndex;
    return match[1] ?? match[0];
  }

  readParams(): ParsedReference {
    const name = this.take(PARAM_NAME);
    if (name === undefined) return this.#stop("a param's name is expected after `params.`");
    const path = this.#readPath();
    if (!Array.isArray(path)) return path;
    return { ok: true, reference: { root: "params", text: this.#text, name, path } };
  }

  readSteps(): ParsedReference {
    const stepId = this.take(STEP_ID);
    if (stepId === undefined) return this.#stop("a step's id is expected after `steps.`");
    if (this.take(OUTPUT) === undefined) {
      return this.#stop(`a step is read by its output: write \`steps.${stepId}.output\``);
    }
    const path = this.#readPath();
    if (!Array.isArray(path)) return path;
    return { ok: true, reference: { root: "steps", text: this.#text, stepId, path } };
  }

  #readPath(): PathSegment[] | ParsedReference {
    const path: PathSegment[] = [];
    while (this.#at < this.#text.length) {
      const segment = this.#readSegment();
      if (segment === undefined) return this.#stop(this.#explainSegment());
      path.push(segment);
    }
    return path;
  }

  #readSegment(): PathSegment | undefined {
    const start = this.#at;
    const key = this.take(KEY);
    if (key !== undefined) return key;
    const index = this.take(INDEX);
    if (index !== undefined && Number.isSafeInteger(Number(index))) return Number(index);
    const quoted = index === undefined ? this.take(QUOTED_KEY) : undefined;
    const unquoted = quoted === undefined ? undefined : parseStrictJson(quoted);
    if (unquoted?.ok === true) return String(unquoted.value);
    this.#at = start;
    return undefined;
  }

  #explainSegment(): string {
    const rest = this.#text.slice(this.#at);
    const plainKey = /^\.?([A-Za-z0-9_$-]+)/.exec(rest);
    if (rest.startsWith("-") || plainKey !== null) {
      return 'a key of other characters than letters, digits and _ is written ["key"], an index [0]';
    }
    if (/^\[-/.test(rest)) return "an index counts from the start and is not negative";
    if (/^\s/.test(rest)) return "a reference holds no white space";
    return 'a path goes on with .key, [0] or ["key"]';
  }

  #stop(message: string): ParsedReference {
    return { ok: false, offset: this.#at, message };
  }
}

function explainRoot(text: string): string {
  const begin = "a reference begins with `params.` or `steps.`";
  if (TEMPLATE.test(text)) return `${begin}; there are no templates, write the bare reference`;
  if (/^item(?:_index)?\b/.test(text)) {
    return `${begin}; a map unit is given its item and index without naming them`;
  }
  return begin;
}
