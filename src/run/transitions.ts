import type { JournalEntry } from "./journal-entries.ts";
import type { RunRecord, StepRecord } from "./records.ts";
import type { RunState } from "./run-state.ts";

/** The run's state once an entry is durable. Attempts are not part of it: a step folds its own. Pure. */
export function applyEntry(state: RunState, entry: JournalEntry): RunState {
  switch (entry.type) {
    case "run-resumed":
    case "run-interrupted":
      return withRun(state, { updatedAt: entry.at });
    case "run-reopened":
      return entry.stepIds.reduce(
        (reopened, stepId) => withStep(reopened, stepId, resetStep),
        withRun(state, { status: "active", epoch: entry.epoch, updatedAt: entry.at }),
      );
    case "run-abandoned":
      return abandon(state, entry);
    case "run-finished":
      return withRun(state, {
        status: entry.status,
        currentStepId: entry.currentStepId,
        updatedAt: entry.at,
        ...(entry.outputs === undefined ? {} : { outputs: entry.outputs }),
      });
    case "step-started":
      return withStep(
        withRun(state, { currentStepId: entry.stepId, updatedAt: entry.at }),
        entry.stepId,
        (step) => startStep(step, entry),
      );
    case "step-finished":
      return withStep(
        withRun(state, { currentStepId: entry.currentStepId, updatedAt: entry.at }),
        entry.stepId,
        (step) => finishStep(step, entry),
      );
    case "step-reset":
      return withStep(withRun(state, { updatedAt: entry.at }), entry.stepId, resetStep);
    case "attempt-started":
    case "attempt-process":
    case "attempt-worktree":
    case "attempt-finished":
    case "attempt-interrupted":
      return state;
    default:
      return entry satisfies never;
  }
}

function withRun(state: RunState, change: Partial<RunRecord>): RunState {
  return { ...state, run: { ...state.run, ...change } };
}

function withStep(state: RunState, stepId: string, change: (step: StepRecord) => StepRecord): RunState {
  return { ...state, steps: state.steps.map((step) => (step.stepId === stepId ? change(step) : step)) };
}

/** A loop begins with nothing said of how the one before came out. */
function startStep(step: StepRecord, entry: Extract<JournalEntry, { type: "step-started" }>): StepRecord {
  const { notes: _notes, evidence: _evidence, completedAt: _completedAt, ...kept } = step;
  return {
    ...kept,
    status: "active",
    loop: entry.loop,
    unitCount: entry.unitCount,
    startedAt: step.startedAt ?? entry.at,
  };
}

function finishStep(step: StepRecord, entry: Extract<JournalEntry, { type: "step-finished" }>): StepRecord {
  return {
    ...step,
    status: entry.status,
    notes: entry.notes,
    unitCount: entry.unitCount,
    loop: entry.loop,
    completedAt: entry.at,
    ...(entry.selectedStepId === undefined ? {} : { selectedStepId: entry.selectedStepId }),
  };
}

/** Back to pending. Its attempts stay, and the loop they belong to begins a fresh set. */
function resetStep({ stepId, sequenceIndex, kind, loop }: StepRecord): StepRecord {
  return { stepId, sequenceIndex, kind, status: "pending", loop, firstLoop: loop };
}

function abandon(state: RunState, entry: Extract<JournalEntry, { type: "run-abandoned" }>): RunState {
  const steps = state.steps.map((step) =>
    looksUnderWay(step, state.run)
      ? { ...step, status: "failed" as const, notes: entry.notes, completedAt: entry.at }
      : step,
  );
  return { ...withRun(state, { status: "failed", updatedAt: entry.at }), steps };
}

/** The step a run stands at says why the run ended, even where it had not begun. */
function looksUnderWay({ stepId, status }: StepRecord, { currentStepId }: RunRecord): boolean {
  return status === "active" || status === "blocked" || (status === "pending" && stepId === currentStepId);
}
