import type { Style } from "../style.ts";

/** Characters between columns. */
const GAP = "  ";
const INDENT = "  ";

/** Rows under headings, columns as wide as their widest cell. A paint of `undefined` leaves a column as it is. */
export function renderTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  style: Style,
  paint: readonly (((cell: string) => string) | undefined)[] = [],
): string {
  const widths = columnWidths(headings, rows);
  const line = (cells: readonly string[], painted: (cell: string, column: number) => string): string =>
    (
      INDENT + cells.map((cell, column) => padded(cell, widths[column] ?? 0, painted(cell, column))).join(GAP)
    ).trimEnd();
  return [
    line(headings, (cell) => style.dim(cell)),
    ...rows.map((row) => line(row, (cell, column) => paint[column]?.(cell) ?? cell)),
  ].join("\n");
}

/** How wide such a table is. */
export function tableWidth(headings: readonly string[], rows: readonly (readonly string[])[]): number {
  const widths = columnWidths(headings, rows);
  const gaps = GAP.length * Math.max(0, widths.length - 1);
  return INDENT.length + gaps + widths.reduce((sum, width) => sum + width, 0);
}

/** A column whose cells may be cut, to no fewer characters than `min`. */
export interface Cut {
  column: number;
  min: number;
  clip: (text: string, charsMax: number) => string;
}

/** The rows, their cells cut by each of these in turn until the table is no wider than `columns`, if that can be. */
export function fitRows(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number,
  cuts: readonly Cut[],
): string[][] {
  let fitted = rows.map((row) => [...row]);
  for (const { column, min, clip } of cuts) {
    const excess = tableWidth(headings, fitted) - columns;
    if (excess <= 0) break;
    const widest = columnWidths(headings, fitted)[column] ?? 0;
    const chars = Math.max(min, widest - excess);
    fitted = fitted.map((row) => row.map((cell, index) => (index === column ? clip(cell, chars) : cell)));
  }
  return fitted;
}

function columnWidths(headings: readonly string[], rows: readonly (readonly string[])[]): number[] {
  return headings.map((heading, column) =>
    rows.reduce((widest, row) => Math.max(widest, (row[column] ?? "").length), heading.length),
  );
}

/** Padded by the width of the bare cell: colour takes no room. */
function padded(bare: string, width: number, shown: string): string {
  return shown + " ".repeat(Math.max(0, width - bare.length));
}
