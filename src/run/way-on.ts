import { gateNode } from "../step/index.ts";
import type { AttemptRecord, RunRecord } from "./records.ts";
import { holdingUp, type RunReader, runsAbove } from "./run-line.ts";

export interface WayOnReader extends RunReader {
  loadAttempts(
    runId: string,
    filter: { stepId: string; results: false },
  ): AsyncIterable<Pick<AttemptRecord, "nodeId" | "status" | "failureReason">>;
}

/** What a stopped run waits for: a person's approval, or to be opened again once what stopped it is mended. */
export type WaitsFor = "approval" | "reopening";

/** How a run that stands still, alone or in a line of runs, is gone on with. */
export interface WayOn {
  /** The deepest first; one where the run stands still alone. */
  line: RunRecord[];
  /** The deepest, which holds up all others. */
  holder: RunRecord;
  waitsFor: WaitsFor;
  /** The command that opens the holder, and with it what stands above. */
  opening: string;
  /** The last of the line, to be driven then. */
  top: RunRecord;
  /** Every command, a run each from the deepest up, by which somebody who opens each run by its name goes on as well. */
  commands: string[];
}

/** The way on from a run that is not completed, whichever of its line it is. */
export async function wayOn(reader: WayOnReader, run: RunRecord): Promise<WayOn> {
  const below = await holdingUp(reader, run);
  const above = await runsAbove(reader, run);
  const line = [...below.toReversed(), run, ...above];
  const holder = below.at(-1) ?? run;
  const top = above.at(-1) ?? run;
  const waitsFor = await waitsForWhat(reader, holder);
  const opening = openingOf(holder, waitsFor);
  const resumes = line.map(resumeCommand);
  return {
    line,
    holder,
    waitsFor,
    opening,
    top,
    commands: [...(waitsFor === "approval" ? [opening] : []), ...resumes, runCommand(top)],
  };
}

/** The command that opens this very run, with what stands above it; what holds it up below is opened by its own. */
export async function openingCommand(reader: WayOnReader, run: RunRecord): Promise<string> {
  return openingOf(run, await waitsForWhat(reader, run));
}

export function runCommand({ runId }: Pick<RunRecord, "runId">): string {
  return `akm workflow run ${runId}`;
}

function resumeCommand({ runId }: RunRecord): string {
  return `akm workflow resume ${runId}`;
}

function openingOf(run: RunRecord, waitsFor: WaitsFor): string {
  return waitsFor === "approval"
    ? `akm workflow approve ${run.runId} --step ${run.currentStepId}`
    : resumeCommand(run);
}

/** Told by the attempts alone: a step that neither a judge nor a run below left blocked is blocked for a person. */
async function waitsForWhat(reader: WayOnReader, run: RunRecord): Promise<WaitsFor> {
  const { runId, status, currentStepId } = run;
  if (status !== "blocked" || currentStepId === null) return "reopening";
  let isForPerson = true;
  for await (const attempt of reader.loadAttempts(runId, { stepId: currentStepId, results: false })) {
    if (attempt.nodeId === gateNode(currentStepId)) isForPerson = attempt.status !== "failed";
    if (attempt.nodeId === currentStepId) isForPerson = attempt.failureReason !== "child_workflow_blocked";
  }
  return isForPerson ? "approval" : "reopening";
}
