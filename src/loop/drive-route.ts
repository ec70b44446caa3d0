import type { PlanRouteStep } from "../plan/index.ts";
import type { StepOutcome } from "../run/index.ts";
import { evaluateRoute, referencedSteps, routeArtifact } from "../step/index.ts";
import { loadBindings } from "./artifacts.ts";
import type { Drive } from "./drive.ts";
import type { DrivenStep } from "./drive-step.ts";

/** Decides a route. The decision is journaled with the step's end, so that a resumed run replays it. */
export async function driveRoute(drive: Drive, step: PlanRouteStep): Promise<DrivenStep> {
  const bindings = await loadBindings(drive.state, referencedSteps([step.input]), drive.parts.journal);
  const decision = evaluateRoute(step, bindings);
  if (!decision.ok)
    return concluded(step.id, { status: "failed", notes: decision.message, unitCount: 0, loop: 1 });
  for (const warning of decision.warnings) drive.parts.sink.warning(warning);
  const { selectedStepId, value } = decision;
  return concluded(step.id, {
    status: "completed",
    notes: `Selected ${selectedStepId}.`,
    evidence: { output: routeArtifact(selectedStepId, value), units: [] },
    selectedStepId,
    unitCount: 0,
    loop: 1,
  });
}

function concluded(stepId: string, outcome: StepOutcome): DrivenStep {
  const ok = outcome.status === "completed";
  return {
    kind: "concluded",
    outcome,
    executions: [{ stepId, ok, units: 0, reusedUnits: 0, failedUnits: 0, loop: 1, summary: outcome.notes }],
  };
}
