import type { Plan, PlanMapStep, PlanUnitStep } from "../plan/index.ts";

/** How many of a step's units may be out at once: the least of the step's, the run's and the host's limit, at least 1. */
export function fanOutWidth(
  step: PlanUnitStep | PlanMapStep,
  execution: Plan["execution"],
  hostConcurrency: number,
): number {
  if (step.kind === "unit") return 1;
  return Math.max(1, Math.min(step.concurrency, execution.maxConcurrency, hostConcurrency));
}
