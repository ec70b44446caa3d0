import createParser, { type MarkdownIt, type Token } from "markdown-it";
import type { Report } from "../report.ts";
import type { Position } from "../workflow.ts";

/** A heading that is a direct child of the document. Offsets are into the body. */
export interface Heading {
  depth: number;
  /** The content as it is typed, markup included. */
  raw: string;
  /** Where the heading's first line begins, its indentation included. */
  start: number;
  /** Just after the line ending of the heading's last line. */
  end: number;
  at: Position;
}

export interface Body {
  text: string;
  positionAt(offset: number): Position;
}

/** Blocks inside one another that are still told apart; deeper ones cannot hold a heading of the document. */
const NESTING_MAX = 100;

/** The headings of the document as CommonMark has them: not those in lists, quotes, fences, HTML or indented code. */
export function readHeadings(body: Body, report: Report): Heading[] {
  const tokens = blockParser().parse(body.text, {});
  const lines = lineStarts(body.text);
  warnUnclosed(tokens.at(-1), lines, body, report);
  return tokens.flatMap((token, index) =>
    token.type === "heading_open" && token.level === 0
      ? [headingOf(token, tokens[index + 1]?.content ?? "", lines, body)]
      : [],
  );
}

/** Inline markup cannot change which lines are headings, and is not read. */
function blockParser(): MarkdownIt {
  const parser = createParser("commonmark", { maxNesting: NESTING_MAX });
  parser.core.ruler.enableOnly(["normalize", "block"]);
  return parser;
}

/** Offsets at which the lines begin, and the end of the text. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  if (starts.at(-1) !== text.length) starts.push(text.length);
  return starts;
}

function headingOf(token: Token, raw: string, lines: readonly number[], { text, positionAt }: Body): Heading {
  const { start, end } = extentOf(token, lines);
  const indentation = /^[ \t]*/.exec(text.slice(start, end))?.[0].length ?? 0;
  return { depth: Number(token.tag.slice(1)), raw, start, end, at: positionAt(start + indentation) };
}

function extentOf(token: Token, lines: readonly number[]): { start: number; end: number } {
  const [first, after] = token.map ?? [0, 0];
  const end = lines.at(-1) ?? 0;
  return { start: lines[first] ?? end, end: lines[after] ?? end };
}

/** An unclosed fence or comment swallows everything to the end, as CommonMark says; that is rarely meant. */
function warnUnclosed(
  token: Token | undefined,
  lines: readonly number[],
  { text, positionAt }: Body,
  report: Report,
): void {
  if (token === undefined) return;
  const { start, end } = extentOf(token, lines);
  const source = text.slice(start, end).trimStart();
  const isOpen =
    token.type === "fence" ? isOpenFence(source) : token.type === "html_block" && isOpenComment(source);
  if (!isOpen) return;
  const what = token.type === "fence" ? "code fence" : "HTML comment";
  const message = `this ${what} is never closed, so everything below belongs to it`;
  report.warning("unclosed-block", positionAt(start + text.slice(start, end).indexOf(source)), message);
}

function isOpenFence(source: string): boolean {
  const fence = /^(?:`{3,}|~{3,})/.exec(source)?.[0];
  if (fence === undefined) return false;
  const [, ...lines] = source.trimEnd().split("\n");
  const last = lines.at(-1)?.trim() ?? "";
  return !(last.length >= fence.length && last === (fence[0] ?? "").repeat(last.length));
}

function isOpenComment(source: string): boolean {
  return source.startsWith("<!--") && !source.includes("-->");
}
