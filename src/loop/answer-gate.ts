import type { JsonObject } from "../contract/index.ts";
import { AkmError } from "../errors/index.ts";
import {
  type AttemptStart,
  advanceSpine,
  foldAttempts,
  gatePosition,
  hasLoopsLeft,
  type JournalEntry,
  nextJudgement,
  type RunRecord,
  type RunState,
  reopenEntry,
  type SpinePosition,
  type StepOutcome,
  type StepRecord,
  spineOf,
} from "../run/index.ts";
import {
  type Approval,
  approvalNode,
  approvalResult,
  artifactHash,
  dispatchIdOf,
  gateNode,
} from "../step/index.ts";
import { loadBindings } from "./artifacts.ts";
import type { EngineParts } from "./engine.ts";
import { loadState } from "./load-state.ts";
import { openAbove } from "./open-line.ts";
import { runClock } from "./run-clock.ts";

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
 * active again, and what stands still above it, to be driven on by `akm workflow run`; a rejection with none left fails it.
 * Errors: `RUN_NOT_FOUND`, `RUN_NOT_RESUMABLE` (no step waits for a person), `RUN_LEASE_HELD`.
 */
export async function answerGate(runId: string, answer: GateAnswer, parts: EngineParts): Promise<RunRecord> {
  const lock = await parts.runLock.acquire(runId, { takeOver: false });
  try {
    const state = await loadState(runId, parts);
    const { plan, run } = state;
    // What a person writes is written down as well, and may quote what the step was bound to.
    await parts.dispatcher.prepareRun?.({ plan, params: run.params }, (text) => parts.sink.warning(text));
    const position = await waitingStep(state, answer.stepId, parts.journal);
    const entries = await answerEntries(state, position, answer, parts);
    if (entries.some(({ type }) => type === "run-reopened")) await openAbove(run, parts, false);
    await parts.journal.record(entries);
    return (await parts.journal.loadRun(runId)) ?? state.run;
  } finally {
    await lock.release();
  }
}

/** The blocked step whose gate has come to the person: where it has a judge too, that one goes first. */
async function waitingStep(
  state: RunState,
  stepId: string | undefined,
  journal: EngineParts["journal"],
): Promise<SpinePosition> {
  const position = spineOf(state).find(
    ({ planned, record }) =>
      record.status === "blocked" &&
      planned.gate?.approve === true &&
      (stepId === undefined || planned.id === stepId),
  );
  if (position !== undefined && (await isJudged(state, position, journal))) return position;
  const where = stepId === undefined ? "No step" : `Step ${stepId}`;
  throw new AkmError(
    "RUN_NOT_RESUMABLE",
    `${where} of run ${state.run.runId} ${stepId === undefined ? "waits" : "does not wait"} for a person's approval.`,
    { hint: whereItStands(state.run) },
  );
}

/** A run that was opened instead of answered is asked about again once it comes to its gate. */
function whereItStands({ runId, status }: RunRecord): string {
  return status === "active"
    ? `It is active: akm workflow run ${runId} brings it to its gate, if it has one that asks a person.`
    : `akm workflow status ${runId} shows where it stands.`;
}

async function isJudged(
  { run }: RunState,
  { planned, record }: SpinePosition,
  journal: EngineParts["journal"],
): Promise<boolean> {
  if (planned.gate?.rubric === undefined) return true;
  const judgements = await foldAttempts(journal.loadAttempts(run.runId, planned.id), gateNode(planned.id));
  return gatePosition(judgements, record.loop, run.epoch).kind === "answered";
}

async function answerEntries(
  state: RunState,
  position: SpinePosition,
  answer: GateAnswer,
  { journal, clock }: EngineParts,
): Promise<JournalEntry[]> {
  const { planned, record } = position;
  const { run } = state;
  const at = (await runClock(run.runId, clock, journal)).now();
  const answers = await foldAttempts(journal.loadAttempts(run.runId, planned.id), approvalNode(planned.id));
  const approval = {
    ...answer,
    artifactHash: artifactHash(await blockedArtifact(state, planned.id, journal)),
  };
  const unitId = `${approvalNode(planned.id)}:l${nextJudgement(answers, record.loop)}`;
  const row = answerRow(unitId, run, position, approval, at);
  if (answer.complete) return [...row, reopenEntry(run, state.steps, at)];
  if (!hasLoopsLeft(record, planned)) return [...row, ...failed(state, record, answer.note, at)];
  return [...row, reopenEntry(run, [], at), nextLoop(run, record, at)];
}

/** Begun here and not by the next engine, so that the loop counts into the same set: a step that is reset begins a fresh one. */
function nextLoop({ runId }: RunRecord, { stepId, loop, unitCount }: StepRecord, at: string): JournalEntry {
  return { type: "step-started", runId, at, stepId, loop: loop + 1, unitCount: unitCount ?? 0 };
}

function answerRow(
  unitId: string,
  run: RunRecord,
  { planned, record }: SpinePosition,
  approval: Approval,
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
    epoch: run.epoch,
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
  { stepId, unitCount, loop, evidence }: StepRecord,
  reason: string,
  at: string,
): JournalEntry[] {
  const outcome: StepOutcome = {
    status: "failed",
    notes: `Rejected: ${reason}`,
    unitCount: unitCount ?? 0,
    loop,
    ...(evidence === undefined ? {} : { evidence }),
  };
  return advanceSpine(state, stepId, outcome, at);
}

/** The artifact the blocked step would hand on. */
async function blockedArtifact(state: RunState, stepId: string, journal: EngineParts["journal"]) {
  const steps = state.steps.map((step) =>
    step.stepId === stepId ? { ...step, status: "completed" as const } : step,
  );
  const artifact = (await loadBindings({ ...state, steps }, [stepId], journal)).artifacts.get(stepId);
  return artifact === undefined || artifact.skipped ? null : artifact.value;
}
