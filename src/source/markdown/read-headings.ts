import { fromMarkdown, type Options } from "mdast-util-from-markdown";
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

/** Inline markup cannot change which lines are headings, and reading it costs most of the time. */
const WITHOUT_INLINE: Options = {
  extensions: [
    {
      disable: {
        null: [
          "attention",
          "autolink",
          "characterEscape",
          "characterReference",
          "codeText",
          "hardBreakEscape",
          "htmlText",
          "labelEnd",
          "labelStartImage",
          "labelStartLink",
        ],
      },
    },
  ],
};

/** A line that opens more blocks than this takes the CommonMark reader seconds, and no person writes one. */
const DEEP_LINE = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){100}/m;

type Children = ReturnType<typeof fromMarkdown>["children"];
type Block = Children[number];

/** The headings of the document as CommonMark has them: not those in lists, quotes, fences, HTML or indented code. */
export function readHeadings(body: Body, report: Report): Heading[] | undefined {
  const deep = DEEP_LINE.exec(body.text);
  if (deep !== null) {
    const message = "this line opens a hundred lists or quotes inside one another";
    return report.error("markdown-too-deep", body.positionAt(deep.index), message);
  }
  const blocks = fromMarkdown(body.text, WITHOUT_INLINE).children;
  warnUnclosed(blocks.at(-1), body, report);
  return blocks.flatMap((block) => (block.type === "heading" ? [headingOf(block, body)] : []));
}

function headingOf(block: Block & { type: "heading" }, { text, positionAt }: Body): Heading {
  const [first] = block.children;
  const last = block.children.at(-1);
  const start = offsetOf(block, "start");
  const lineFeed = text.indexOf("\n", offsetOf(block, "end"));
  return {
    depth: block.depth,
    raw:
      first === undefined || last === undefined
        ? ""
        : text.slice(offsetOf(first, "start"), offsetOf(last, "end")),
    start: text.lastIndexOf("\n", start - 1) + 1,
    end: lineFeed === -1 ? text.length : lineFeed + 1,
    at: positionAt(start),
  };
}

/** An unclosed fence or comment swallows everything to the end, as CommonMark says; that is rarely meant. */
function warnUnclosed(block: Block | undefined, { text, positionAt }: Body, report: Report): void {
  if (block === undefined) return;
  const start = offsetOf(block, "start");
  const source = text.slice(start, offsetOf(block, "end"));
  const isOpen = block.type === "code" ? isOpenFence(source) : block.type === "html" && isOpenComment(source);
  if (!isOpen) return;
  const what = block.type === "code" ? "code fence" : "HTML comment";
  const message = `this ${what} is never closed, so everything below belongs to it`;
  report.warning("unclosed-block", positionAt(start), message);
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

function offsetOf(node: Block | Block["data"], edge: "start" | "end"): number {
  const { position } = node as { position?: Record<"start" | "end", { offset?: number | undefined }> };
  return position?.[edge].offset ?? 0;
}
