import type { PlanMapStep, PlanUnitStep } from "../plan/index.ts";
import { foldAttempts, rejectionOf, unitResults } from "../run/index.ts";
import { approvalNode, concludeStep, type GateFeedback, gateNode, mismatchFeedback } from "../step/index.ts";
import type { Drive } from "./drive.ts";

/** Why a step is in loop k ≥ 2, read back from the journal: the rejection that ended the loop before, or its schema mismatch. */
export async function loadFeedback(
  drive: Drive,
  step: PlanUnitStep | PlanMapStep,
  loop: number,
): Promise<GateFeedback | undefined> {
  if (loop === 1) return undefined;
  for (const nodeId of [approvalNode(step.id), gateNode(step.id)]) {
    const verdict = rejectionOf(await fold(drive, step.id, nodeId), loop - 1);
    if (verdict !== undefined) return { missing: verdict.missing, feedback: verdict.feedback };
  }
  const before = await fold(drive, step.id, step.id);
  const unitCount = [...before.values()].filter((state) => state.loop === loop - 1).length;
  const { mismatch } = concludeStep(step, unitResults(before, unitCount, loop - 1), undefined);
  return mismatch && mismatchFeedback(mismatch);
}

function fold(drive: Drive, stepId: string, nodeId: string) {
  return foldAttempts(drive.parts.journal.loadAttempts(drive.state.run.runId, stepId), nodeId);
}
