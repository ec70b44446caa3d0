import type { PlanMapStep, PlanUnitStep } from "../plan/index.ts";
import type { FanOut } from "../ports/index.ts";
import {
  foldAttempts,
  nextUnitAction,
  type StepOutcome,
  type UnitStates,
  unitResults,
} from "../run/index.ts";
import {
  boundReferences,
  computeWorkList,
  concludeStep,
  fanOutWidth,
  type GateFeedback,
  referencedSteps,
  type StepConclusion,
  type WorkList,
} from "../step/index.ts";
import { loadBindings } from "./artifacts.ts";
import type { Drive } from "./drive.ts";
import { policyOf } from "./drive-unit.ts";
import { driveUnits } from "./drive-units.ts";
import type { StepExecution } from "./engine.ts";
import { withoutWorktrees, worktreeProblem } from "./without-worktrees.ts";

/** One pass over a step's units. `unworkable`: an input it cannot work on; nothing was started. */
export type DrivenLoop =
  | { kind: "ran"; conclusion: StepConclusion; units: number; execution: StepExecution }
  | { kind: "unworkable"; failed: { kind: "concluded"; outcome: StepOutcome }; execution: StepExecution }
  | { kind: "unfinished" };

/** Runs what is still to be run of one loop of a step and folds it, from the journal, into what it came to. */
export async function driveLoop(
  drive: Drive,
  step: PlanUnitStep | PlanMapStep,
  loop: number,
  feedback: GateFeedback | undefined,
): Promise<DrivenLoop> {
  const bindings = await loadBindings(drive.state, stepsRead(step), drive.parts.journal);
  const computed = computeWorkList({ step, bindings, loop, ...(feedback === undefined ? {} : { feedback }) });
  if (!computed.ok) return unworkable(step.id, loop, computed.message);

  const { workList } = computed;
  for (const warning of workList.warnings) drive.parts.sink.warning(warning);
  startStep(drive, step.id, loop, workList.units.length);
  // What is done is told by its status alone: its results would only make every spawn dearer.
  const before = await foldStep(drive, step.id, { keepResults: false });
  if (isWorkLeft(drive, step, workList, before)) {
    const problem = await worktreeProblem(drive, step.unit, before);
    if (problem !== undefined)
      return { kind: "unworkable", ...withoutWorktrees(step.id, loop, workList, problem) };
  }
  if (step.kind === "map") drive.parts.sink.fanOut?.(fanOutOf(workList, before));
  const ceiling = await driveUnits(drive, {
    stepId: step.id,
    nodeId: step.id,
    loop,
    instructions: step.instructions,
    unit: step.unit,
    workList,
    states: before,
    width: fanOutWidth(step, drive.state.plan.execution, drive.parts.hostConcurrency),
  });

  const after = await foldStep(drive, step.id);
  if (drive.stopped() && isWorkLeft(drive, step, workList, after)) return { kind: "unfinished" };
  const results = unitResults(after, workList.units.length, loop);
  const conclusion = concludeStep(step, results, ceiling);
  return {
    kind: "ran",
    conclusion,
    units: results.length,
    execution: executionOf(step.id, loop, conclusion, before, workList),
  };
}

function fanOutOf({ units }: WorkList, before: UnitStates): FanOut {
  let items: Map<string, string | undefined> | undefined;
  return {
    unitCount: units.length,
    finished: units
      .map(({ unitId }) => unitId)
      .filter((unitId) => ["completed", "failed"].includes(before.get(unitId)?.status ?? "")),
    itemOf(unitId) {
      items ??= new Map(units.map((unit) => [unit.unitId, unit.item?.json]));
      return items.get(unitId);
    },
  };
}

function stepsRead(step: PlanUnitStep | PlanMapStep): string[] {
  const bound = boundReferences(step.unit.inputBindings);
  return referencedSteps([...step.inputs, ...bound, ...(step.kind === "map" ? [step.over] : [])]);
}

async function foldStep(drive: Drive, stepId: string, options = { keepResults: true }): Promise<UnitStates> {
  return await foldAttempts(drive.parts.journal.loadAttempts(drive.state.run.runId, stepId), stepId, options);
}

function startStep(drive: Drive, stepId: string, loop: number, unitCount: number): void {
  const record = drive.state.steps.find((step) => step.stepId === stepId);
  if (record?.status === "active") return;
  const { runId } = drive.state.run;
  drive.recordSoon({ type: "step-started", runId, at: drive.parts.clock.now(), stepId, loop, unitCount });
}

/** Told as the next engine will tell it: an aborted unit, or one whose retry is still due, has not failed. */
function isWorkLeft(
  drive: Drive,
  { unit }: PlanUnitStep | PlanMapStep,
  { units }: WorkList,
  states: UnitStates,
): boolean {
  const policy = policyOf(drive, unit);
  return units.some(({ unitId }) => {
    const { kind } = nextUnitAction(states.get(unitId), policy);
    return kind !== "reuse" && kind !== "failed";
  });
}

function executionOf(
  stepId: string,
  loop: number,
  { status, summary, failedUnits }: StepConclusion,
  before: UnitStates,
  { units }: WorkList,
): StepExecution {
  const reusedUnits = units.filter(({ unitId }) => before.get(unitId)?.status === "completed").length;
  return { stepId, ok: status === "completed", units: units.length, reusedUnits, failedUnits, loop, summary };
}

function unworkable(stepId: string, loop: number, message: string): DrivenLoop {
  return {
    kind: "unworkable",
    failed: { kind: "concluded", outcome: { status: "failed", notes: message, unitCount: 0, loop } },
    execution: { stepId, ok: false, units: 0, reusedUnits: 0, failedUnits: 0, loop, summary: message },
  };
}
