import type { Finding } from "./findings.ts";

/**
 * The text with everything mended that its findings know how to mend, and how many that were. A fix whose place does
 * not hold what it was made for is passed over. Pure.
 */
export function applyFixes(text: string, findings: readonly Finding[]): { text: string; fixed: number } {
  const starts = lineStarts(text);
  const edits = findings.flatMap(({ fix, line, column }) => {
    const at = (starts[line - 1] ?? text.length) + column - 1;
    return fix !== undefined && text.startsWith(fix.written, at) ? [{ at, ...fix }] : [];
  });
  let mended = "";
  let done = 0;
  let fixed = 0;
  for (const { at, written, text: replacement } of edits.toSorted((one, other) => one.at - other.at)) {
    if (at < done) continue;
    mended += text.slice(done, at) + replacement;
    done = at + written.length;
    fixed += 1;
  }
  return { text: mended + text.slice(done), fixed };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
