import type { FrozenTarget, Plan, PlanMapStep, PlanUnitStep } from "../plan/index.ts";

/** How many of a step's units may be out at once: the least of the step's, the run's, the host's and the
 * engine's limit, at least 1. */
export function fanOutWidth(
  step: PlanUnitStep | PlanMapStep,
  execution: Plan["execution"],
  hostConcurrency: number,
): number {
  if (step.kind === "unit") return 1;
  const limits = [
    step.concurrency,
    execution.maxConcurrency,
    hostConcurrency,
    engineConcurrency(step.unit.target),
  ];
  return Math.max(1, Math.min(...limits));
}

/** An agent has no limit of its own, but for the model server it was told to use. */
function engineConcurrency(target: FrozenTarget): number {
  if (target.kind !== "command") return Number.POSITIVE_INFINITY;
  const { engine } = target;
  const llm = engine.kind === "llm" ? engine : engine.llmEngine;
  return llm?.concurrency ?? Number.POSITIVE_INFINITY;
}
