import type { JsonObject } from "../../contract/index.ts";
import type { RunRecord, StepRecord } from "../../run/index.ts";
import type { RunPicture } from "../envelopes/run-envelope.ts";
import type { Style } from "../style.ts";
import { renderTable } from "./table.ts";
import { between, counted, indented, paintStatus, visible, wholeValue } from "./words.ts";

/** JSON that is longer stands over several lines. */
const JSON_LINE_CHARS_MAX = 100;
const OUTPUT_CHARS_MAX = 100_000;

/** How a run stands, for people: one line, its steps, what went wrong, what it made, what to do next. */
export function runText(picture: RunPicture, style: Style, lastLines: readonly string[] = []): string {
  const { run, steps } = picture;
  const blocks = [
    headline(run, style),
    stepTable(steps, style),
    ...steps.flatMap((step) => troubleOf(step, style)),
    outputLines(picture, style),
    tokensLine(picture),
    lastLines.join("\n"),
  ];
  return blocks.filter((block) => block !== "").join("\n\n");
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

/** What the run made: its declared outputs, or of a workflow that declares none what its last step made. */
function outputLines({ run, steps }: RunPicture, style: Style): string {
  if (run.status !== "completed") return "";
  if (run.outputs !== undefined) return namedValues("Outputs", run.outputs, style);
  const last = steps.findLast(({ kind, status }) => kind !== "route" && status === "completed");
  const made = last?.evidence?.output ?? null;
  return last === undefined || made === null ? "" : namedValues("Made by", { [last.stepId]: made }, style);
}

/** A line each; what is of several lines stands whole below its name. */
function namedValues(heading: string, values: JsonObject, style: Style): string {
  const names = Object.keys(values);
  const width = Math.max(...names.map((name) => name.length), 0);
  const lines = names.map((name) => {
    const value = values[name] ?? null;
    const line = typeof value === "string" ? value.trimEnd() : JSON.stringify(value);
    const fits = typeof value === "string" ? !line.includes("\n") : line.length <= JSON_LINE_CHARS_MAX;
    return fits
      ? `  ${name.padEnd(width)}  ${visible(line)}`
      : `  ${name}\n${indented(wholeValue(value, OUTPUT_CHARS_MAX))}`;
  });
  return [style.bold(heading), ...lines].join("\n");
}

/** A run that asked no model has none to tell of. */
function tokensLine({ usage }: RunPicture): string {
  const { inputTokens, outputTokens } = usage;
  return inputTokens + outputTokens === 0 ? "" : `Tokens: ${inputTokens} in, ${outputTokens} out`;
}
