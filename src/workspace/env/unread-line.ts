const BLANK_OR_COMMENT = /^\s*(?:#|$)/;
const NAME = /^\s*(?:export\s+)?[\w.-]+(?:\s*=|:\s)\s*/;
const QUOTES = ["'", '"', "`"];
/** A quoted value up to the end of its line, with nothing behind it but a comment. */
const QUOTED = /(?:'(?:\\'|[^'])*'|"(?:\\"|[^"])*"|`(?:\\`|[^`])*`)[^\S\n]*(?:#.*)?$/my;

/**
 * What in the text of a `.env` file says nothing, or something else than it seems: a line that is no assignment, a quoted value
 * that is never closed or has more behind it. Undefined when all is well.
 */
export function findUnread(text: string): string | undefined {
  const lines = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  for (let at = 0; at < lines.length; ) {
    const lineEnd = endOfLine(lines, at);
    const line = lines.slice(at, lineEnd);
    const name = NAME.exec(line)?.[0];
    if (BLANK_OR_COMMENT.test(line)) at = lineEnd + 1;
    else if (name === undefined) return `line ${lineNumber(lines, at)} is neither NAME=value nor a comment`;
    else {
      const end = endOfValue(lines, at + name.length, lineEnd);
      if (end === undefined)
        return `the quote that line ${lineNumber(lines, at)} opens is not closed at the end of a line`;
      at = end + 1;
    }
  }
  return undefined;
}

function endOfValue(lines: string, start: number, lineEnd: number): number | undefined {
  if (!QUOTES.includes(lines.charAt(start))) return lineEnd;
  QUOTED.lastIndex = start;
  return QUOTED.test(lines) ? QUOTED.lastIndex : undefined;
}

function endOfLine(lines: string, start: number): number {
  const end = lines.indexOf("\n", start);
  return end === -1 ? lines.length : end;
}

function lineNumber(lines: string, at: number): number {
  return lines.slice(0, at).split("\n").length;
}
