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

function columnWidths(headings: readonly string[], rows: readonly (readonly string[])[]): number[] {
  return headings.map((heading, column) =>
    rows.reduce((widest, row) => Math.max(widest, (row[column] ?? "").length), heading.length),
  );
}

/** Padded by the width of the bare cell: colour takes no room. */
function padded(bare: string, width: number, shown: string): string {
  return shown + " ".repeat(Math.max(0, width - bare.length));
}
