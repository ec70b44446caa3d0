import { clipText, clipTextStart } from "../../lib/clip-text.ts";
import type { RunRecord } from "../../run/index.ts";
import type { Style } from "../style.ts";
import { shortRunIds } from "./short-run-ids.ts";
import { type Cut, fitRows, renderTable, tableWidth } from "./table.ts";
import { paintStatus } from "./words.ts";

const WORKFLOW_CHARS_MIN = 12;
const STEP_CHARS_MIN = 6;
const PROJECT_CHARS_MIN = 10;

interface Column {
  heading: string;
  cell(run: RunRecord): string;
  cut?: Omit<Cut, "column">;
}

const ID: Column = { heading: "RUN", cell: ({ runId }) => runId };
const STATUS: Column = { heading: "STATUS", cell: ({ status }) => status };
const WORKFLOW: Column = {
  heading: "WORKFLOW",
  cell: ({ workflowRef }) => workflowRef,
  cut: { min: WORKFLOW_CHARS_MIN, clip: clipTextStart },
};
const STEP: Column = {
  heading: "STEP",
  cell: ({ currentStepId }) => currentStepId ?? "",
  cut: { min: STEP_CHARS_MIN, clip: clipText },
};
const STARTED: Column = {
  heading: "STARTED",
  cell: ({ createdAt }) => createdAt.replace("T", " ").replace(/\.\d+Z$/, "Z"),
};

/**
 * A row a run: id, status, workflow, project where there are several, step, start; none wider than `columns` where those are 80 or
 * more. What does not fit whole has its ids cut to what still tells the runs apart, then from the right whatever can be cut.
 */
export function runTable(runs: readonly RunRecord[], columns: number, style: Style): string {
  const shown = [ID, STATUS, WORKFLOW, ...projectColumn(runs), STEP, STARTED];
  const headings = shown.map(({ heading }) => heading);
  const whole = runs.map((run) => shown.map(({ cell }) => cell(run)));
  return renderTable(headings, fitted(headings, whole, columns, shown), style, [
    undefined,
    paintStatus(style),
  ]);
}

function fitted(
  headings: readonly string[],
  whole: readonly (readonly string[])[],
  columns: number,
  shown: readonly Column[],
): readonly (readonly string[])[] {
  if (tableWidth(headings, whole) <= columns) return whole;
  const ids = shortRunIds(whole.map(([id = ""]) => id));
  const short = whole.map(([id = "", ...cells], row) => [ids[row] ?? id, ...cells]);
  const cuts = shown.flatMap(({ cut }, column) => (cut === undefined ? [] : [{ ...cut, column }]));
  return fitRows(headings, short, columns, cuts.reverse());
}

/** A scope is called like its directory, with as many of those above it as tell it from the others. */
function projectColumn(runs: readonly RunRecord[]): Column[] {
  const scopes = [...new Set(runs.map(({ scopeKey }) => scopeKey))];
  if (scopes.length < 2) return [];
  const most = Math.max(...scopes.map((scope) => segmentsOf(scope).length));
  let count = 1;
  while (count < most && !isTelling(scopes.map((scope) => lastSegments(scope, count)))) count += 1;
  return [
    {
      heading: "PROJECT",
      cell: ({ scopeKey }) => lastSegments(scopeKey, count),
      cut: { min: PROJECT_CHARS_MIN, clip: clipTextStart },
    },
  ];
}

function segmentsOf(path: string): string[] {
  return path.split(/[/\\]/).filter((segment) => segment !== "");
}

function lastSegments(path: string, count: number): string {
  return segmentsOf(path).slice(-count).join("/");
}

function isTelling(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}
