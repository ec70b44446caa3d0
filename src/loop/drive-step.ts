import { AkmError } from "../errors/index.ts";
import type { PlanMapStep, PlanUnitStep } from "../plan/index.ts";
import { hasLoopsLeft, type StepRecord } from "../run/index.ts";
import { mismatchFeedback, type StepConclusion } from "../step/index.ts";
import type { Drive } from "./drive.ts";
import { driveGate } from "./drive-gate.ts";
import { driveLoop } from "./drive-loop.ts";
import { concludeGated, type DrivenStep } from "./driven-step.ts";
import type { StepExecution } from "./engine.ts";
import { type GateResult, gateNotes } from "./gate-case.ts";
import { loadFeedback } from "./load-feedback.ts";

/**
 * Runs what is still to be run of a step, judges what came of it and, where the gate asks for more and loops are left, runs it again
 * with the feedback. Only an engine's units can answer feedback: the plan's `maxLoops` is 1 for all others.
 */
export async function driveStep(drive: Drive, step: PlanUnitStep | PlanMapStep): Promise<DrivenStep> {
  const executions: StepExecution[] = [];
  for (;;) {
    const record = recordOf(drive, step.id);
    const { loop } = record;
    const driven = await driveLoop(drive, step, loop, await loadFeedback(drive, step, loop));
    if (driven.kind === "unfinished") return { kind: "unfinished", executions };
    if (driven.kind === "unworkable")
      return { ...driven.failed, executions: [...executions, driven.execution] };

    const { conclusion, units } = driven;
    const gate = await gateOf(drive, step, loop, conclusion, units);
    if (gate.kind === "unfinished") return { kind: "unfinished", executions };
    executions.push(executionOf(driven.execution, gate));
    if (gate.kind === "rejected" && hasLoopsLeft(record, step)) {
      await startLoop(drive, step.id, loop + 1, units);
      continue;
    }
    return concludeGated({ ...conclusion, unitCount: units, loop }, gate, executions);
  }
}

/** A schema mismatch feeds the same loop as a judge's rejection; there is then nothing to be judged. */
async function gateOf(
  drive: Drive,
  step: PlanUnitStep | PlanMapStep,
  loop: number,
  conclusion: StepConclusion,
  units: number,
): Promise<GateResult> {
  if (conclusion.mismatch !== undefined && step.gate !== undefined)
    return { kind: "rejected", feedback: mismatchFeedback(conclusion.mismatch), judged: false };
  if (conclusion.status !== "completed" || step.gate === undefined) return { kind: "passed" };
  const { artifact, failedUnits } = conclusion;
  return await driveGate(drive, { stepId: step.id, gate: step.gate, loop, artifact, units, failedUnits });
}

function recordOf(drive: Drive, stepId: string): StepRecord {
  const record = drive.state.steps.find((step) => step.stepId === stepId);
  if (record === undefined) throw new AkmError("INTERNAL", `Step ${stepId} has no record.`);
  return record;
}

async function startLoop(drive: Drive, stepId: string, loop: number, unitCount: number): Promise<void> {
  const { runId } = drive.state.run;
  await drive.record({ type: "step-started", runId, at: drive.parts.clock.now(), stepId, loop, unitCount });
}

function executionOf(execution: StepExecution, gate: GateResult): StepExecution {
  const notes = gateNotes(gate);
  if (notes === undefined) return execution;
  return { ...execution, ok: false, summary: `${execution.summary} ${notes}` };
}
