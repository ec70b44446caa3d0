import { foldAttempts, gatePosition } from "../run/index.ts";
import { approvalNode, isAbout } from "../step/index.ts";
import type { Drive } from "./drive.ts";
import type { GateCase, GateResult } from "./gate-case.ts";

/** Passes with a person's recorded approval of this very artifact, loops on a rejection, blocks while there is neither. */
export async function awaitApproval(drive: Drive, { stepId, loop, artifact }: GateCase): Promise<GateResult> {
  const { runId, epoch } = drive.state.run;
  const answers = await foldAttempts(drive.parts.journal.loadAttempts(runId, stepId), approvalNode(stepId));
  const position = gatePosition(answers, loop, epoch);
  if (position.kind === "ask") return { kind: "blocked", notes: awaiting(runId, stepId) };
  const { complete, missing, feedback } = position.verdict;
  if (!complete) return { kind: "rejected", feedback: { missing, feedback }, judged: true };
  if (isAbout([...answers.values()].at(-1)?.result, artifact)) return { kind: "passed" };
  return {
    kind: "blocked",
    notes: `The artifact changed since it was approved. ${awaiting(runId, stepId)}`,
  };
}

function awaiting(runId: string, stepId: string): string {
  return (
    `Waiting for a person: akm workflow approve ${runId} --step ${stepId}, ` +
    `or akm workflow reject ${runId} --step ${stepId} --reason "…"`
  );
}
