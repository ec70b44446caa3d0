import { clipText, clipTextStart } from "../../lib/clip-text.ts";
import type { RunRecord } from "../../run/index.ts";
import { tableWidth } from "./table.ts";

/** Where the groups of a run id end; a run may be named by as few as the first. */
const ID_CUTS = [8, 13, 18, 23, 36] as const;
/** What the columns are called. */
export const HEADINGS: readonly string[] = ["RUN", "STATUS", "WORKFLOW", "STEP", "STARTED"];
const WORKFLOW_CHARS_MIN = 12;
const STEP_CHARS_MIN = 6;

/**
 * A row a run: id, status, workflow, step, start; none wider than `columns` where those are 80 or more. What does not fit
 * whole has its ids cut to what still tells the runs apart, then the end of step ids and the beginning of refs.
 */
export function fittedRows(runs: readonly RunRecord[], columns: number): string[][] {
  const whole = runs.map((run) => [
    run.runId,
    run.status,
    run.workflowRef,
    run.currentStepId ?? "",
    run.createdAt.replace("T", " ").replace(/\.\d+Z$/, "Z"),
  ]);
  if (tableWidth(HEADINGS, whole) <= columns) return whole;
  const idChars = ID_CUTS.find((cut) => isTelling(runs, cut)) ?? 36;
  const short = whole.map(([id = "", ...cells]) => [id.slice(0, idChars), ...cells]);
  const excess = tableWidth(HEADINGS, short) - columns;
  if (excess <= 0) return short;

  const steps = widest(short, 3);
  const stepChars = Math.max(Math.min(steps, STEP_CHARS_MIN), steps - excess);
  const left = excess - (steps - stepChars);
  const workflowChars = Math.max(WORKFLOW_CHARS_MIN, widest(short, 2) - Math.max(0, left));
  return short.map(([id = "", status = "", workflow = "", step = "", started = ""]) => [
    id,
    status,
    clipTextStart(workflow, workflowChars),
    clipText(step, stepChars),
    started,
  ]);
}

function isTelling(runs: readonly RunRecord[], chars: number): boolean {
  return new Set(runs.map(({ runId }) => runId.slice(0, chars))).size === runs.length;
}

function widest(rows: readonly (readonly string[])[], column: number): number {
  return rows.reduce((most, row) => Math.max(most, (row[column] ?? "").length), 0);
}
