import type { JsonObject } from "../../contract/index.ts";
import type { RunRecord, StepRecord } from "../../run/index.ts";
import type { RunPicture } from "../envelopes/run-envelope.ts";
import { outputsOf } from "../envelopes/run-view.ts";
import type { Style } from "../style.ts";
import { renderTable } from "./table.ts";
import { between, counted, indented, paintStatus, shortValue, visible, wholeValue } from "./words.ts";

/** How a run stands, for people: one line, its steps, what went wrong, what it made, what to do next. */
export function runText(picture: RunPicture, style: Style, lastLines: readonly string[] = []): string {
  const { run, steps } = picture;
  const blocks = [
    headline(run, style),
    stepTable(steps, style),
    ...steps.flatMap((step) => troubleOf(step, style)),
    outputLines(run, style),
    lastLines.join("\n"),
  ];
  return blocks.filter((block) => block !== "").join("\n\n");
}

/** Why a run failed, where the advice is another than to try again. */
export type FailedBecause = "budget" | "abandoned" | "rejected";

/** What a person can type next, one line each; for a blocked run its step's notes say it. */
export function nextCommands(run: RunRecord, because?: FailedBecause): string[] {
  switch (run.status) {
    case "active":
      return [`Go on with: akm workflow run ${run.runId}`];
    case "failed":
      if (because === "budget") return ["Its budget is spent.", startAnew(run)];
      if (because === "abandoned") return ["It was given up.", startAnew(run)];
      if (because === "rejected")
        return [
          `Have it judged again with: akm workflow resume ${run.runId} && akm workflow run ${run.runId}`,
        ];
      return [`Try the failed step again with: akm workflow run ${run.runId} --max-retries 1`];
    case "blocked":
    case "completed":
      return [];
  }
}

function startAnew({ workflowRef }: RunRecord): string {
  return `Start another with: akm workflow run ${workflowRef}`;
}

function headline(run: RunRecord, style: Style): string {
  const status = paintStatus(style)(run.status);
  return `${style.bold(visible(run.workflowTitle))}: ${status}\n  run ${run.runId} of ${run.workflowRef}`;
}

function stepTable(steps: readonly StepRecord[], style: Style): string {
  const rows = steps.map((step) => [
    step.stepId,
    step.kind,
    step.status,
    unitCount(step),
    between(step.startedAt, step.completedAt),
  ]);
  return renderTable(["STEP", "KIND", "STATUS", "UNITS", "TIME"], rows, style, [
    undefined,
    undefined,
    paintStatus(style),
  ]);
}

function unitCount(step: StepRecord): string {
  const hasUnits = step.kind !== "route" && step.status !== "skipped";
  return hasUnits && step.unitCount !== undefined ? String(step.unitCount) : "";
}

function troubleOf(step: StepRecord, style: Style): string[] {
  const omitted = step.evidence?.unitsOmitted ?? 0;
  const told = step.notes !== undefined && (step.status === "failed" || step.status === "blocked");
  if (!told && omitted === 0) return [];
  const lines = [`${style.bold(step.stepId)} ${paintStatus(style)(step.status)}`];
  if (told && step.notes !== undefined) lines.push(indented(step.notes));
  if (step.status === "blocked") lines.push(...artifactLines(step));
  if (omitted > 0)
    lines.push(indented(`Its list of units is too long to keep: ${counted(omitted, "unit")} left out.`));
  return [lines.join("\n")];
}

/** Whoever must decide about a step sees what it made. */
function artifactLines({ evidence }: StepRecord): string[] {
  if (evidence === undefined || evidence.output === null) return [];
  return ["    What it made:", indented(wholeValue(evidence.output), "      ")];
}

function outputLines(run: RunRecord, style: Style): string {
  const outputs: JsonObject | undefined = run.outputs === undefined ? undefined : outputsOf(run);
  if (outputs === undefined) return "";
  const names = Object.keys(outputs);
  const width = Math.max(...names.map((name) => name.length), 0);
  const lines = names.map((name) => `  ${name.padEnd(width)}  ${shortValue(outputs[name] ?? null)}`);
  return [style.bold("Outputs"), ...lines].join("\n");
}
