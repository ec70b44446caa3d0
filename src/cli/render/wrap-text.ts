import type { Style } from "../style.ts";
import { shortValue, visible } from "./words.ts";

const GAP = "  ";

/** Lines no longer than `width` where their words allow it; what a line is indented by, or a list item by its mark, is kept. */
export function wrapText(text: string, width: number): string[] {
  return visible(text)
    .split("\n")
    .flatMap((line) => wrapLine(line.trimEnd(), width));
}

function wrapLine(line: string, width: number): string[] {
  if (line.length <= width) return [line];
  const [lead = ""] = /^\s*(?:[-*+] |\d+[.)] )?/.exec(line) ?? [];
  const lines: string[] = [];
  let current = lead;
  for (const word of line.slice(lead.length).split(" ")) {
    const isFirst = current.trim() === "" || current === lead;
    if (!isFirst && current.length + 1 + word.length > width) {
      lines.push(current);
      current = " ".repeat(lead.length) + word;
    } else current += isFirst ? word : ` ${word}`;
  }
  return [...lines, current];
}

/** A name and what is to be said of it. */
export interface Definition {
  name: string;
  text: string;
  /** Stands on one line whatever its length, cut where the line ends. */
  oneLine?: true;
}

/** Names beside what is said of each, indented by two, in lines of `columns` characters. */
export function definitionList(
  definitions: readonly Definition[],
  columns: number,
  paint: Style["dim"],
): string[] {
  const nameWidth = Math.max(0, ...definitions.map(({ name }) => name.length));
  const width = columns - GAP.length - nameWidth - GAP.length;
  return definitions.flatMap(({ name, text, oneLine }) => {
    const [first = "", ...others] = oneLine ? [shortValue(text, width)] : wrapText(text, width);
    const gap = " ".repeat(nameWidth - name.length);
    return [
      `${GAP}${paint(name)}${gap}${GAP}${first}`,
      ...others.map((line) => `${" ".repeat(nameWidth + 2 * GAP.length)}${line}`),
    ].map((line) => line.trimEnd());
  });
}
