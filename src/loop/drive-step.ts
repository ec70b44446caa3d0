import type { PlanMapStep, PlanUnitStep } from "../plan/index.ts";
import {
  foldAttempts,
  nextUnitAction,
  type StepOutcome,
  type UnitStates,
  unitResults,
} from "../run/index.ts";
import {
  type Ceiling,
  computeWorkList,
  concludeStep,
  fanOutWidth,
  referencedSteps,
  type StepConclusion,
  type WorkList,
} from "../step/index.ts";
import { loadBindings } from "./artifacts.ts";
import type { Drive } from "./drive.ts";
import { driveUnits } from "./drive-units.ts";
import type { StepExecution } from "./engine.ts";

/** How driving one step ended. `unfinished`: the engine was stopped; the step stays where it is. */
export type DrivenStep =
  | { kind: "concluded"; outcome: StepOutcome; execution: StepExecution; ceiling?: Ceiling }
  | { kind: "unfinished" };

/** Runs what is still to be run of a step and folds it, from the journal, into the step's outcome. */
export async function driveStep(drive: Drive, step: PlanUnitStep | PlanMapStep): Promise<DrivenStep> {
  const { runId } = drive.state.run;
  const loop = loopOf(drive, step.id);
  const bindings = await loadBindings(drive.state, stepsRead(step), drive.parts.journal);
  const computed = computeWorkList({ step, bindings, loop });
  if (!computed.ok) return concludedWithoutUnits(step.id, loop, computed.message);

  const { workList } = computed;
  for (const warning of workList.warnings) drive.parts.sink.warning(warning);
  await startStep(drive, step.id, loop, workList.units.length);
  // What is done is told by its status alone: its results would only make every spawn dearer.
  const before = await foldAttempts(drive.parts.journal.loadAttempts(runId, step.id), { keepResults: false });
  const reusedUnits = countCompleted(before, workList);
  const ceiling = await driveUnits(drive, {
    step,
    loop,
    workList,
    states: before,
    width: fanOutWidth(step, drive.state.plan.execution, drive.parts.hostConcurrency),
  });

  const after = await foldAttempts(drive.parts.journal.loadAttempts(runId, step.id));
  if (drive.stopped() && isWorkLeft(drive, step, workList, after)) return { kind: "unfinished" };
  const results = unitResults(after, workList.units.length, loop);
  return concluded(step.id, loop, results.length, reusedUnits, concludeStep(step, results, ceiling));
}

function stepsRead(step: PlanUnitStep | PlanMapStep): string[] {
  return referencedSteps(step.kind === "map" ? [...step.inputs, step.over] : step.inputs);
}

function loopOf(drive: Drive, stepId: string): number {
  return drive.state.steps.find((record) => record.stepId === stepId)?.loop ?? 1;
}

async function startStep(drive: Drive, stepId: string, loop: number, unitCount: number): Promise<void> {
  const record = drive.state.steps.find((step) => step.stepId === stepId);
  if (record?.status === "active") return;
  const { runId } = drive.state.run;
  await drive.record({ type: "step-started", runId, at: drive.parts.clock.now(), stepId, loop, unitCount });
}

function countCompleted(states: UnitStates, workList: WorkList): number {
  return workList.units.filter(({ unitId }) => states.get(unitId)?.status === "completed").length;
}

/** Told as the next engine will tell it: an aborted unit, or one whose retry is still due, has not failed. */
function isWorkLeft(
  drive: Drive,
  { unit }: PlanUnitStep | PlanMapStep,
  workList: WorkList,
  states: UnitStates,
): boolean {
  const { epoch } = drive.state.run;
  return workList.units.some(({ unitId }) => {
    const { kind } = nextUnitAction(states.get(unitId), epoch, unit.retry);
    return kind !== "reuse" && kind !== "failed";
  });
}

function concluded(
  stepId: string,
  loop: number,
  units: number,
  reusedUnits: number,
  { status, summary, evidence, failedUnits, ceiling }: StepConclusion,
): DrivenStep {
  return {
    kind: "concluded",
    outcome: { status, notes: summary, evidence, unitCount: units, loop },
    execution: { stepId, ok: status === "completed", units, reusedUnits, failedUnits, loop, summary },
    ...(ceiling === undefined ? {} : { ceiling }),
  };
}

/** A step whose input cannot be worked on fails before any unit starts. */
function concludedWithoutUnits(stepId: string, loop: number, message: string): DrivenStep {
  return {
    kind: "concluded",
    outcome: { status: "failed", notes: message, unitCount: 0, loop },
    execution: { stepId, ok: false, units: 0, reusedUnits: 0, failedUnits: 0, loop, summary: message },
  };
}
