import type { Plan, PlanStep, PlanUnit } from "../../src/plan/index.ts";
import { childTarget, planOf, unitStep } from "./build-plan.ts";

/** The plan of a workflow that another is composed of. */
export function childPlan(steps: PlanStep[], rest: Partial<Plan> = {}): Plan {
  return planOf(steps, {
    workflow: { ref: "project//workflows/child", title: "Child", description: "", sourceFormat: "markdown" },
    ...rest,
  });
}

/** A step that is the workflow of that plan. */
export function composing(id: string, plan: Plan, unit: Partial<PlanUnit> = {}): PlanStep {
  return unitStep(id, {}, { target: childTarget(plan), ...unit });
}
