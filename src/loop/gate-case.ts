import type { PlanGate, PlanMapStep, PlanUnitStep } from "../plan/index.ts";
import type { Ceiling, GateFeedback, StepConclusion } from "../step/index.ts";

/** How a step's gate was decided in one loop. */
export type GateResult =
  | { kind: "passed" }
  /** `judged` is false for a schema mismatch, which no judge saw. */
  | { kind: "rejected"; feedback: GateFeedback; judged: boolean }
  /** The gate could not be decided: a person must act. */
  | { kind: "blocked"; notes: string }
  | { kind: "over-budget"; ceiling: Ceiling }
  | { kind: "unfinished" };

/** A loop's outcome, brought before the step's gate. */
export interface GateCase {
  step: PlanUnitStep | PlanMapStep;
  gate: PlanGate;
  loop: number;
  conclusion: StepConclusion;
  units: number;
}
