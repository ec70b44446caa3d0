import type { StopReason } from "../contract/index.ts";
import { nextAction, type RunState, reopenEntry, runRejection, type SpinePosition } from "../run/index.ts";
import { ceilingReached } from "../step/index.ts";
import { advance } from "./advance.ts";
import { type ChildDriver, Drive, stopCauseOf } from "./drive.ts";
import { driveRoute } from "./drive-route.ts";
import { driveStep } from "./drive-step.ts";
import type { DrivenStep } from "./driven-step.ts";
import type { DriveOptions, DriveResult, EngineParts, StepExecution } from "./engine.ts";
import { openAbove } from "./open-line.ts";

/** Takes the next action until the run is over, a bound is reached or a stop comes. */
export async function walkSpine(
  state: RunState,
  parts: EngineParts,
  options: DriveOptions,
  driveChildRun: ChildDriver,
): Promise<DriveResult> {
  const spent = await parts.journal.loadUsage(state.run.runId);
  const drive = new Drive(parts, state, spent, options.stop, driveChildRun);
  const walk: Walk = {
    executed: [],
    stepsProcessed: 0,
    retriesLeft: options.maxRetries ?? 0,
    takeOver: options.takeOver ?? false,
    ...(await rejectedBefore(state, parts)),
  };
  if (state.run.status === "active" || mayReopen(drive, walk)) await prepare(drive);
  await reopenFailed(drive, walk);
  if (state.run.status === "active") await recordResumed(drive);
  while (drive.state.run.status === "active") {
    const outcome = await takeAction(drive, walk, options.maxSteps ?? Number.POSITIVE_INFINITY);
    if (outcome === "paused") break;
    if (outcome === "stopped") return await interrupted(drive, walk, options.stop);
    await reopenFailed(drive, walk);
  }
  return result(drive, walk, walk.endedBy);
}

/** What must be there before anything of the run is begun or opened again. */
async function prepare({ state, parts }: Drive): Promise<void> {
  const { plan, run } = state;
  parts.dispatcher.requireDirectory(plan.cwd);
  await parts.dispatcher.prepareRun?.({ plan, params: run.params }, (message) => parts.sink.warning(message));
}

/** The log tells a run that is gone on with from one that begins. */
async function recordResumed(drive: Drive): Promise<void> {
  const { run, steps } = drive.state;
  if (steps.every(({ status }) => status === "pending")) return;
  await drive.record({ type: "run-resumed", runId: run.runId, at: drive.parts.clock.now() });
}

interface Walk {
  executed: StepExecution[];
  stepsProcessed: number;
  retriesLeft: number;
  takeOver: boolean;
  /** Why the run is not active any more. */
  endedBy?: Extract<StopReason, "failed" | "budget" | "blocked" | "gate-rejected">;
  gateRejection?: { stepId: string; missing: string[]; feedback: string };
}

/** A run that failed at a gate before this invocation: its judge is asked again by `resume`, never by `--max-retries`. */
async function rejectedBefore(
  { run, steps }: RunState,
  { journal }: EngineParts,
): Promise<Pick<Walk, "endedBy" | "gateRejection">> {
  const rejection = await runRejection(run, steps, (stepId) => journal.loadAttempts(run.runId, stepId));
  return rejection === undefined ? {} : { endedBy: "gate-rejected", gateRejection: rejection };
}

async function takeAction(
  drive: Drive,
  walk: Walk,
  maxSteps: number,
): Promise<"advanced" | "paused" | "stopped"> {
  const action = nextAction(drive.state);
  if (action.kind === "nothing") return "paused";
  if (action.kind === "skip-step") {
    await advance(drive, action.position.planned.id, {
      status: "skipped",
      notes: action.notes,
      unitCount: 0,
      loop: 1,
    });
    return "advanced";
  }
  if (walk.stepsProcessed >= maxSteps) return "paused";
  if (drive.stopped()) return "stopped";
  const driven = await drivePosition(drive, action.position);
  walk.executed.push(...driven.executions);
  if (driven.kind === "unfinished") return "stopped";
  walk.stepsProcessed += 1;
  noteEnd(walk, action.position.planned.id, driven);
  await advance(drive, action.position.planned.id, driven.outcome);
  return "advanced";
}

function noteEnd(walk: Walk, stepId: string, driven: Extract<DrivenStep, { kind: "concluded" }>): void {
  const { outcome, ceiling, rejection } = driven;
  if (outcome.status === "completed") return;
  if (outcome.status === "blocked") walk.endedBy = "blocked";
  else if (ceiling !== undefined) walk.endedBy = "budget";
  else if (rejection === undefined) walk.endedBy = "failed";
  else {
    walk.endedBy = "gate-rejected";
    walk.gateRejection = { stepId, ...rejection };
  }
}

function drivePosition(drive: Drive, { planned, record }: SpinePosition): Promise<DrivenStep> {
  return planned.kind === "route" ? driveRoute(drive, planned, record) : driveStep(drive, planned);
}

/**
 * `--max-retries`: a failed run is opened again, but not one that spent its budget or was rejected, nor by an engine that is to stop.
 */
function mayReopen(drive: Drive, { retriesLeft, endedBy }: Walk): boolean {
  if (drive.state.run.status !== "failed" || drive.stopped()) return false;
  if (ceilingReached(drive.state.plan.budget, drive.spent) !== undefined) return false;
  return retriesLeft > 0 && (endedBy === undefined || endedBy === "failed");
}

async function reopenFailed(drive: Drive, walk: Walk): Promise<void> {
  if (!mayReopen(drive, walk)) return;
  walk.retriesLeft -= 1;
  // The step that failed here is tried again, not a further one of `--max-steps`.
  if (walk.endedBy !== undefined) walk.stepsProcessed -= 1;
  delete walk.endedBy;
  await openAbove(drive.state.run, drive.parts, walk.takeOver);
  await drive.record(reopenEntry(drive.state.run, drive.state.steps, drive.parts.clock.now()));
}

async function interrupted(drive: Drive, walk: Walk, stop: AbortSignal): Promise<DriveResult> {
  await drive.recorder.settled();
  await drive.record({ type: "run-interrupted", runId: drive.state.run.runId, at: drive.parts.clock.now() });
  return result(drive, walk, stopCauseOf(stop) === "timeout" ? "timeout" : "interrupted");
}

function result(drive: Drive, walk: Walk, reason: StopReason | undefined): DriveResult {
  const { status } = drive.state.run;
  const why = reason ?? (status === "failed" || status === "blocked" ? status : undefined);
  return {
    executed: walk.executed,
    stepsProcessed: walk.stepsProcessed,
    done: status === "completed",
    ...(why === undefined ? {} : { reason: why }),
    ...(walk.gateRejection === undefined ? {} : { gateRejection: walk.gateRejection }),
    usage: { ...drive.spent },
  };
}
