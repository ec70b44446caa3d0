import type { AttemptRecord } from "../../run/index.ts";
import type { Style } from "../style.ts";
import { renderTable } from "./table.ts";
import { between, paintStatus } from "./words.ts";

/** Every attempt in a row of its own. */
export function unitsText(attempts: readonly AttemptRecord[], style: Style): string {
  const rows = attempts.map((attempt) => [
    attempt.unitId,
    String(attempt.attempt),
    attempt.status,
    attempt.failureReason ?? "",
    between(attempt.startedAt, attempt.finishedAt),
  ]);
  return renderTable(["UNIT", "ATTEMPT", "STATUS", "REASON", "TIME"], rows, style, [
    undefined,
    undefined,
    paintStatus(style),
  ]);
}
