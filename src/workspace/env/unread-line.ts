const ASSIGNMENT = /^\s*(?:export\s+)?[\w.-]+\s*(?:=|:\s)(.*)$/s;
const BLANK_OR_COMMENT = /^\s*(?:#|$)/;
const QUOTES = ["'", '"', "`"];

/** The first line of a `.env` file that says nothing, or that opens a quote which is never closed; undefined when all is well. */
export function findUnread(text: string): string | undefined {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    if (BLANK_OR_COMMENT.test(line)) continue;
    const value = ASSIGNMENT.exec(line)?.[1];
    if (value === undefined) return `line ${index + 1} is neither NAME=value nor a comment`;
    const quote = value.trimStart().charAt(0);
    if (!QUOTES.includes(quote)) continue;
    const closing = closingLine(lines, index, value.trimStart().slice(1), quote);
    if (closing === undefined) return `the quote that line ${index + 1} opens is never closed`;
    index = closing;
  }
  return undefined;
}

/** The line where the value that begins on `first` has its closing quote; a backslash keeps a quote open if another follows. */
function closingLine(
  lines: readonly string[],
  first: number,
  rest: string,
  quote: string,
): number | undefined {
  if (holdsClosing(rest, quote)) return first;
  for (let index = first + 1; index < lines.length; index += 1)
    if (holdsClosing(lines[index] ?? "", quote)) return index;
  return rest.includes(quote) ? first : undefined;
}

function holdsClosing(text: string, quote: string): boolean {
  for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1))
    if (text.charAt(at - 1) !== "\\") return true;
  return false;
}
