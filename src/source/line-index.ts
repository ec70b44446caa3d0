import type { Position } from "./workflow.ts";

/** Turns a UTF-16 offset into a place in the file. */
export type PositionAt = (offset: number) => Position;

/** Lines end at line feeds; a carriage return before one belongs to its line. */
export function indexLines(text: string): PositionAt {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    const line = lastIndexAtOrBefore(starts, offset);
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}

function lastIndexAtOrBefore(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
