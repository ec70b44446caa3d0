import type { AttemptRecord } from "../../run/index.ts";
import type { Style } from "../style.ts";
import { renderTable } from "./table.ts";
import { between, indented, paintStatus, wholeValue } from "./words.ts";

/** Every attempt in a row of its own; below them, where what was made in worktrees is to be found. `isThere` tells of a directory. */
export function unitsText(
  attempts: readonly AttemptRecord[],
  style: Style,
  isThere: (path: string) => boolean,
): string {
  const rows = attempts.map((attempt) => [
    attempt.unitId,
    attempt.itemIndex === undefined ? "" : String(attempt.itemIndex),
    String(attempt.attempt),
    attempt.status,
    attempt.failureReason ?? "",
    between(attempt.startedAt, attempt.finishedAt),
  ]);
  const table = renderTable(["UNIT", "ITEM", "ATTEMPT", "STATUS", "REASON", "TIME"], rows, style, [
    undefined,
    undefined,
    undefined,
    paintStatus(style),
  ]);
  const left = attempts.flatMap((attempt) => leftOf(attempt, isThere));
  return left.length === 0 ? table : `${table}\n\n${renderTable(["UNIT", "ATTEMPT", "LEFT"], left, style)}`;
}

/** What each attempt made or how it failed, for who asked to see it all. */
export function attemptsText(attempts: readonly AttemptRecord[], style: Style): string {
  return attempts
    .flatMap(({ unitId, attempt, status, result, error }) => {
      const content = error ?? result;
      if (content === undefined) return [];
      const head = `${style.bold(unitId)} attempt ${attempt}: ${paintStatus(style)(status)}`;
      return [`${head}\n${indented(wholeValue(content))}`];
    })
    .join("\n\n");
}

function leftOf(
  { unitId, attempt, worktreePath, salvageRefs = [] }: AttemptRecord,
  isThere: (path: string) => boolean,
): string[][] {
  const kept = worktreePath !== undefined && isThere(worktreePath) ? [worktreePath] : [];
  return [...salvageRefs, ...kept].map((place) => [unitId, String(attempt), place]);
}
