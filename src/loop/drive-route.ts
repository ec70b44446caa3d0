import type { Json } from "../contract/index.ts";
import type { PlanRouteStep } from "../plan/index.ts";
import type { StepRecord } from "../run/index.ts";
import { evaluateRoute, type RouteDecision, referencedSteps, routeArtifact } from "../step/index.ts";
import { loadBindings } from "./artifacts.ts";
import type { Drive } from "./drive.ts";
import { driveGate } from "./drive-gate.ts";
import { concludeGated, type DrivenStep } from "./driven-step.ts";
import type { StepExecution } from "./engine.ts";
import { type GateResult, gateNotes } from "./gate-case.ts";

/** Decides a route and has the decision judged. It is journaled with the step's end, so that a resumed run replays it. */
export async function driveRoute(
  drive: Drive,
  step: PlanRouteStep,
  { loop }: Pick<StepRecord, "loop">,
): Promise<DrivenStep> {
  const bindings = await loadBindings(drive.state, referencedSteps([step.input]), drive.parts.journal);
  const decision = evaluateRoute(step, bindings);
  if (!decision.ok) return undecided(step.id, loop, decision.message);
  for (const warning of decision.warnings) drive.parts.sink.warning(warning);
  return await judgedRoute(drive, step, loop, decision);
}

async function judgedRoute(
  drive: Drive,
  step: PlanRouteStep,
  loop: number,
  { selectedStepId, value }: Extract<RouteDecision, { ok: true }>,
): Promise<DrivenStep> {
  const artifact = routeArtifact(selectedStepId, value);
  const gate = await gateOf(drive, step, loop, artifact);
  if (gate.kind === "unfinished") return { kind: "unfinished", executions: [] };
  const summary = `Selected ${selectedStepId}.`;
  const said = [summary, ...[gateNotes(gate) ?? []].flat()].join(" ");
  return concludeGated(
    {
      status: "completed",
      summary,
      evidence: { output: artifact, units: [] },
      selectedStepId,
      unitCount: 0,
      loop,
    },
    gate,
    [executionOf(step.id, loop, gate.kind === "passed", said)],
  );
}

async function gateOf(drive: Drive, step: PlanRouteStep, loop: number, artifact: Json): Promise<GateResult> {
  const { id: stepId, gate } = step;
  if (gate === undefined) return { kind: "passed" };
  return await driveGate(drive, { stepId, gate, loop, artifact, units: 0, failedUnits: 0 });
}

function undecided(stepId: string, loop: number, notes: string): DrivenStep {
  return {
    kind: "concluded",
    outcome: { status: "failed", notes, unitCount: 0, loop },
    executions: [executionOf(stepId, loop, false, notes)],
  };
}

function executionOf(stepId: string, loop: number, ok: boolean, summary: string): StepExecution {
  return { stepId, ok, units: 0, reusedUnits: 0, failedUnits: 0, loop, summary };
}
