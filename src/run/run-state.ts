import type { Plan, PlanStep } from "../plan/index.ts";
import type { RunRecord, StepRecord } from "./records.ts";

/** A run as its records tell it: the frozen plan, the run row and the spine, in order. */
export interface RunState {
  plan: Plan;
  run: RunRecord;
  steps: StepRecord[];
}

/** One position on the spine: what the plan says of it and how far it has come. */
export interface SpinePosition {
  planned: PlanStep;
  record: StepRecord;
}

/** The plan's step and its record, side by side; a stored run always has both. */
export function spineOf({ plan, steps }: RunState): SpinePosition[] {
  const planned = new Map(plan.steps.map((step) => [step.id, step]));
  return steps.flatMap((record) => {
    const step = planned.get(record.stepId);
    return step === undefined ? [] : [{ planned: step, record }];
  });
}
