import type { Report } from "../report.ts";

/** Both texts are slices of the file; the offsets say where they begin in it. */
export interface SplitSource {
  yaml: string;
  yamlOffset: number;
  body: string;
  bodyOffset: number;
}

const START = { line: 1, column: 1 };
/** Files joined together have one in the middle; the CommonMark reader would drop it and count offsets without it. */
const BYTE_ORDER_MARK = "\uFEFF";
const FENCE = /^---[ \t]*\r?$/;

/** Cuts the front matter off: from a first line `---` to the next line `---`. Reports when there is none, calling the file `what`. */
export function splitFrontMatter(text: string, report: Report, what = "a workflow"): SplitSource | undefined {
  const opening = lineEnd(text, 0);
  if (!FENCE.test(text.slice(0, opening)))
    return report.error("missing-front-matter", START, explainMissing(text, what));
  const yamlOffset = opening + 1;
  for (let start = yamlOffset; start < text.length; ) {
    const end = lineEnd(text, start);
    if (FENCE.test(text.slice(start, end))) {
      const bodyOffset = Math.min(end + (text.startsWith(BYTE_ORDER_MARK, end + 1) ? 2 : 1), text.length);
      return { yaml: text.slice(yamlOffset, start), yamlOffset, body: text.slice(bodyOffset), bodyOffset };
    }
    start = end + 1;
  }
  return report.error(
    "unclosed-front-matter",
    START,
    "the front matter is never closed; end it with a line `---`",
  );
}

function lineEnd(text: string, start: number): number {
  const found = text.indexOf("\n", start);
  return found === -1 ? text.length : found;
}

function explainMissing(text: string, what: string): string {
  const needed = `${what} begins with a line \`---\`, then its front matter, then another line \`---\``;
  if (text.startsWith("%")) return `${needed}; a YAML directive before it is not taken`;
  if (text.trim() === "") return `${needed}; this file is empty`;
  if (/^\s*---[ \t]*$/m.test(text.slice(0, 200)))
    return `${needed}; nothing may stand before the first of them`;
  return needed;
}
