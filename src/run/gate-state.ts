import type { Json } from "../contract/index.ts";
import type { PlanStep } from "../plan/index.ts";
import { approvalNode, type GateFeedback, gateNode, readVerdict, type Verdict } from "../step/index.ts";
import type { AttemptRecord, RunRecord, StepRecord } from "./records.ts";
import { foldAttempts, type UnitState, type UnitStates } from "./unit-state.ts";

/** Where a step's gate stands in one loop: still to be asked, as judgement `number`, or answered. */
export type GatePosition = { kind: "ask"; number: number } | { kind: "answered"; verdict: Verdict };

/**
 * Told from the judgements journaled so far, in order. A rejection from before the run was reopened is asked again about the same
 * artifact, under the next number (decision R13); a judge that could not answer is asked again under its own. Pure.
 */
export function gatePosition(judgements: UnitStates, loop: number, epoch: number): GatePosition {
  const last = lastOf(judgements);
  if (last !== undefined && last.status !== "completed") return { kind: "ask", number: numberOf(last) };
  const verdict = verdictOf(last);
  const stands =
    last !== undefined &&
    verdict !== undefined &&
    last.loop === loop &&
    (verdict.complete || last.epoch === epoch);
  return stands ? { kind: "answered", verdict } : { kind: "ask", number: nextJudgement(judgements, loop) };
}

/** A judgement has the number of its loop, or the next one where that is taken. */
export function nextJudgement(judgements: UnitStates, loop: number): number {
  const last = lastOf(judgements);
  return last === undefined ? loop : Math.max(loop, numberOf(last) + 1);
}

/** Whether a rejection leads to another loop, counted in the present set, which began when the run was last opened (decision R13). */
export function hasLoopsLeft(
  { loop, firstLoop }: Pick<StepRecord, "loop" | "firstLoop">,
  { gate }: PlanStep,
): boolean {
  return loop - firstLoop + 1 < (gate?.maxLoops ?? 1);
}

/** What the judgement that ended a loop asked for, if it was a rejection. */
export function rejectionOf(judgements: UnitStates, loop: number): Verdict | undefined {
  const verdicts = [...judgements.values()].filter((state) => state.loop === loop).map(verdictOf);
  return verdicts.reverse().find((verdict) => verdict !== undefined && !verdict.complete);
}

/** The rejection that a failed run stands at: the last word in its step's loop, not asked about anew since. */
export function standingRejection(judgements: UnitStates, loop: number, epoch: number): Verdict | undefined {
  const last = lastOf(judgements);
  const verdict = verdictOf(last);
  if (last?.loop !== loop || last.epoch !== epoch || verdict?.complete !== false) return undefined;
  return verdict;
}

/** What a failed run was rejected for, and where; undefined for one that did not fail at a gate. Attempts are those of a step. */
export async function runRejection(
  run: RunRecord,
  steps: readonly StepRecord[],
  loadAttempts: (stepId: string) => AsyncIterable<AttemptRecord>,
): Promise<({ stepId: string } & GateFeedback) | undefined> {
  const step = steps.find(({ stepId, status }) => status === "failed" && stepId === run.currentStepId);
  if (run.status !== "failed" || step === undefined) return undefined;
  const { stepId, loop } = step;
  for (const nodeId of [approvalNode(stepId), gateNode(stepId)]) {
    const answers = await foldAttempts(loadAttempts(stepId), nodeId);
    const verdict = standingRejection(answers, loop, run.epoch);
    if (verdict !== undefined) return { stepId, missing: verdict.missing, feedback: verdict.feedback };
  }
  return undefined;
}

/** What a judgement came to; undefined for one that is not over, failed or is no verdict. */
export function verdictOf(state: { status: string; result?: Json } | undefined): Verdict | undefined {
  return state?.status === "completed" ? readVerdict(state.result ?? null) : undefined;
}

function lastOf(judgements: UnitStates): UnitState | undefined {
  return [...judgements.values()].at(-1);
}

/** The number at the end of `<step>.gate:l<number>`. */
function numberOf({ unitId }: UnitState): number {
  return Number(/:l(\d+)$/.exec(unitId)?.[1] ?? 1);
}
