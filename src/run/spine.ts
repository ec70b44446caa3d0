import type { JsonObject } from "../contract/index.ts";
import type { StepEvidence } from "../step/index.ts";
import type { JournalEntry } from "./journal-entries.ts";
import { type RunState, type SpinePosition, spineOf } from "./run-state.ts";

/** How a step came out, as the spine needs to know it. */
export interface StepOutcome {
  status: "completed" | "failed" | "blocked" | "skipped";
  notes: string;
  unitCount: number;
  loop: number;
  evidence?: StepEvidence;
  selectedStepId?: string;
}

/**
 * The entries that move a run past a step, to be recorded together. No other code writes a step's end or derives a run's status,
 * so neither a gate nor the run's outputs can be passed by.
 *
 * `outputs` are the run's resolved exports, recorded where the entries complete it.
 */
export function advanceSpine(
  state: RunState,
  stepId: string,
  outcome: StepOutcome,
  at: string,
  outputs?: JsonObject,
): JournalEntry[] {
  const { runId } = state.run;
  const next = stepAfter(state, stepId)?.record.stepId ?? null;
  const currentStepId = outcome.status === "failed" || outcome.status === "blocked" ? stepId : next;
  const finished: JournalEntry = { type: "step-finished", runId, at, stepId, currentStepId, ...outcome };
  const status = runStatusAfter(outcome, next);
  if (status === undefined) return [finished];
  return [
    finished,
    { type: "run-finished", runId, at, status, currentStepId, ...(outputs === undefined ? {} : { outputs }) },
  ];
}

function runStatusAfter(
  { status }: StepOutcome,
  next: string | null,
): "completed" | "failed" | "blocked" | undefined {
  if (status === "failed" || status === "blocked") return status;
  return next === null ? "completed" : undefined;
}

function stepAfter(state: RunState, stepId: string): SpinePosition | undefined {
  const spine = spineOf(state);
  return spine[spine.findIndex(({ record }) => record.stepId === stepId) + 1];
}
