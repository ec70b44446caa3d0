import type { JsonObject } from "../contract/index.ts";
import { AkmError } from "../errors/index.ts";
import {
  type AttemptStart,
  advanceSpine,
  foldAttempts,
  type JournalEntry,
  type RunRecord,
  type RunState,
  reopenEntry,
  type SpinePosition,
  spineOf,
} from "../run/index.ts";
import { type Approval, approvalResult, artifactHash, dispatchIdOf } from "../step/index.ts";
import { loadBindings } from "./artifacts.ts";
import { approvalNode } from "./drive-gate.ts";
import type { EngineParts } from "./engine.ts";
import { loadState } from "./load-state.ts";

/** A person's answer; `note` of a rejection is the feedback its next loop is given. */
export interface GateAnswer {
  complete: boolean;
  /** The operating system's user name. */
  by: string;
  note: string;
  /** Needed only where several steps wait. */
  stepId?: string;
}

/**
 * Records a person's approval or rejection of the blocked step's artifact. An approval, and a rejection with loops left, make the run
 * active again, to be driven on by `akm workflow run`; a rejection with none left fails it.
 * Errors: `RUN_NOT_FOUND`, `RUN_NOT_RESUMABLE` (no step waits for a person), `RUN_LEASE_HELD`.
 */
export async function answerGate(runId: string, answer: GateAnswer, parts: EngineParts): Promise<RunRecord> {
  const lock = await parts.runLock.acquire(runId, { takeOver: false });
  try {
    const state = await loadState(runId, parts);
    const position = waitingStep(state, answer.stepId);
    await parts.journal.record(await answerEntries(state, position, answer, parts));
    return (await parts.journal.loadRun(runId)) ?? state.run;
  } finally {
    await lock.release();
  }
}

function waitingStep(state: RunState, stepId: string | undefined): SpinePosition {
  const position = spineOf(state).find(
    ({ planned, record }) =>
      record.status === "blocked" &&
      planned.gate?.approve === true &&
      (stepId === undefined || planned.id === stepId),
  );
  if (position !== undefined) return position;
  const where = stepId === undefined ? "No step" : `Step ${stepId}`;
  throw new AkmError(
    "RUN_NOT_RESUMABLE",
    `${where} of run ${state.run.runId} ${stepId === undefined ? "waits" : "does not wait"} for a person's approval.`,
    { hint: `akm workflow status ${state.run.runId} shows where it stands.` },
  );
}

async function answerEntries(
  state: RunState,
  { planned, record }: SpinePosition,
  answer: GateAnswer,
  { journal, clock }: EngineParts,
): Promise<JournalEntry[]> {
  const { run } = state;
  const at = clock.now();
  const answers = await foldAttempts(journal.loadAttempts(run.runId, planned.id), approvalNode(planned.id));
  const hash = artifactHash(await blockedArtifact(state, planned.id, journal));
  const unitId = `${approvalNode(planned.id)}:l${answers.size + 1}`;
  const loopsLeft = record.loop - record.firstLoop + 1 < (planned.gate?.maxLoops ?? 1);
  const goesOn = answer.complete || loopsLeft;
  return [
    ...answerRow(
      unitId,
      state,
      { planned, record },
      { ...answer, artifactHash: hash },
      goesOn ? run.epoch + 1 : run.epoch,
      at,
    ),
    ...(goesOn ? [reopenEntry(run, state.steps, at)] : failed(state, planned.id, record, answer.note, at)),
  ];
}

function answerRow(
  unitId: string,
  { run }: RunState,
  { planned, record }: SpinePosition,
  approval: Approval,
  epoch: number,
  at: string,
): JournalEntry[] {
  const key = { runId: run.runId, unitId, attempt: 1, dispatch: 1 };
  const attempt: AttemptStart = {
    ...key,
    stepId: planned.id,
    nodeId: approvalNode(planned.id),
    runner: "person",
    dispatchId: dispatchIdOf(run.runId, unitId, 1),
    loop: record.loop,
    inputHash: approval.artifactHash,
    epoch,
    startedAt: at,
  };
  const result: JsonObject = approvalResult(approval);
  return [
    { type: "attempt-started", attempt },
    { type: "attempt-finished", key, stepId: planned.id, at, outcome: { status: "completed", result } },
  ];
}

function failed(
  state: RunState,
  stepId: string,
  { unitCount, loop }: SpinePosition["record"],
  reason: string,
  at: string,
): JournalEntry[] {
  const notes = `Rejected: ${reason}`;
  return advanceSpine(state, stepId, { status: "failed", notes, unitCount: unitCount ?? 0, loop }, at);
}

/** The artifact the blocked step would hand on. */
async function blockedArtifact(state: RunState, stepId: string, journal: EngineParts["journal"]) {
  const steps = state.steps.map((step) =>
    step.stepId === stepId ? { ...step, status: "completed" as const } : step,
  );
  const artifact = (await loadBindings({ ...state, steps }, [stepId], journal)).artifacts.get(stepId);
  return artifact === undefined || artifact.skipped ? null : artifact.value;
}
