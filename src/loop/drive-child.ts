import type { JsonObject } from "../contract/index.ts";
import { AkmError, type ErrorCode } from "../errors/index.ts";
import { canonicalJson } from "../lib/canonical-json.ts";
import { sha256Hex } from "../lib/sha256.ts";
import type { ChildWorkflowTarget } from "../plan/index.ts";
import type { Journal, NewRun } from "../ports/index.ts";
import {
  type AttemptOutcome,
  type AttemptStart,
  type RunRecord,
  type StepRecord,
  wayOn,
} from "../run/index.ts";
import type { Drive } from "./drive.ts";
import { hopelessBecause } from "./hopeless-because.ts";

/** One attempt of a child workflow: the run it stands for, published once and driven as far as it goes. */
export interface ChildAttempt {
  target: ChildWorkflowTarget;
  start: AttemptStart;
  /** The child's params, canonical JSON. */
  paramsJson: string;
  timeoutMs?: number;
}

/** What makes a child unworkable rather than this engine: its composing step failed, and the rest of the parent is sound. */
const CHILD_FAILURES: readonly ErrorCode[] = [
  "WORKFLOW_OUTPUT_INVALID",
  "WORKING_DIRECTORY_MISSING",
  "WORKFLOW_PLAN_UNDECODABLE",
];

/**
 * Finds or publishes the child run and drives it by the same way in as any run (spec workflow-engine.txt, "Child workflows").
 * A child found failed or blocked is not driven: its own `resume` is what opens it again.
 */
export async function driveChild(drive: Drive, attempt: ChildAttempt): Promise<AttemptOutcome> {
  const { journal } = drive.parts;
  const { run, created, event } = await journal.createRun(newChild(drive, attempt), { alsoIfActive: true });
  if (created && event !== undefined) drive.parts.sink.event(event);
  const timer = childTimer(drive, attempt.timeoutMs);
  try {
    if (run.status === "active") await drive.driveChildRun(run.runId, timer.stop);
  } catch (error) {
    return failureOf(error, run, attempt.target);
  } finally {
    timer.clear();
  }
  return await outcomeOf((await journal.loadRun(run.runId)) ?? run, drive.parts.journal, timer);
}

/** The same parent, unit and input always name the same run, whichever attempt of whichever engine asks. */
function childRunId({ runId, unitId, inputHash }: AttemptStart): string {
  const hex = sha256Hex(canonicalJson([runId, unitId, inputHash]));
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

function newChild(drive: Drive, { target, start, paramsJson }: ChildAttempt): NewRun {
  const { plan, planHash, ref, sourcePath } = target;
  const { run } = drive.state;
  return {
    run: {
      runId: childRunId(start),
      workflowRef: ref,
      workflowTitle: plan.workflow.title,
      sourcePath,
      params: JSON.parse(paramsJson) as JsonObject,
      scopeKey: run.scopeKey,
      planIrVersion: plan.irVersion,
      planHash,
      sourceHash: plan.sourceHash,
      parentRunId: run.runId,
      spawnedByUnitId: start.unitId,
      createdAt: drive.parts.clock.now(),
    },
    planJson: canonicalJson(plan as unknown as JsonObject),
    steps: plan.steps.map(({ id, kind }, sequenceIndex) => ({ stepId: id, sequenceIndex, kind })),
  };
}

interface ChildTimer {
  /** Aborted by whatever stops the parent, and when the time is up. */
  stop: AbortSignal;
  isUp(): boolean;
  clear(): void;
}

function childTimer({ halt, parts }: Drive, timeoutMs: number | undefined): ChildTimer {
  const timeUp = new AbortController();
  const clear =
    timeoutMs === undefined ? () => undefined : parts.clock.after(timeoutMs, () => timeUp.abort("timeout"));
  return { stop: AbortSignal.any([halt, timeUp.signal]), isUp: () => timeUp.signal.aborted, clear };
}

function failureOf(error: unknown, { runId }: RunRecord, { ref }: ChildWorkflowTarget): AttemptOutcome {
  if (!(error instanceof AkmError)) throw error;
  if (error.code === "RUN_LEASE_HELD") {
    const message = [
      `The child run ${runId} (${ref}) is driven by another process: ${error.message}`,
      error.hint,
    ]
      .filter((text) => text !== undefined)
      .join(" ");
    return { status: "failed", failureReason: "child_workflow_busy", error: message };
  }
  if (!CHILD_FAILURES.includes(error.code)) throw error;
  const message = `The child run ${runId} (${ref}) cannot go on: ${error.message}`;
  return { status: "failed", failureReason: "child_workflow_failed", error: message };
}

async function outcomeOf(run: RunRecord, journal: Journal, timer: ChildTimer): Promise<AttemptOutcome> {
  const { runId, workflowRef, status } = run;
  switch (status) {
    case "completed":
      return { status: "completed", result: run.outputs ?? { runId, status } };
    case "failed":
    case "blocked": {
      const what = status === "failed" ? "failed" : "is blocked";
      const texts = [
        `The child run ${runId} (${workflowRef}) ${what}.`,
        await howToGoOn(run, journal),
        notesOf(run, await journal.loadSteps(runId, { evidence: false })),
      ];
      return {
        status: "failed",
        failureReason: `child_workflow_${status}`,
        error: texts.filter((text) => text !== "").join(" "),
      };
    }
    case "active": {
      const timedOut = timer.isUp();
      return {
        status: "failed",
        failureReason: timedOut ? "timeout" : "aborted",
        error: `The child run ${runId} (${workflowRef}) was stopped${timedOut ? " when its time was up" : ""}; it can go on.`,
      };
    }
  }
}

/** Before what the child itself has to say, which may be long. */
async function howToGoOn(run: RunRecord, journal: Journal): Promise<string> {
  const { commands, line } = await wayOn(journal, run);
  for (const one of line)
    if ((await hopelessBecause(journal, one)) !== undefined) return `Run ${one.runId} cannot go on.`;
  return `To go on: ${commands.join(", then ")}.`;
}

function notesOf({ currentStepId }: RunRecord, steps: readonly StepRecord[]): string {
  const step = steps.find(({ stepId }) => stepId === currentStepId);
  return step?.notes === undefined ? "" : `Step ${step.stepId}: ${step.notes}`;
}
