import type { FrozenEngine } from "../plan/index.ts";
import { type AttemptOutcome, foldAttempts, gatePosition, type UnitStates, verdictOf } from "../run/index.ts";
import {
  artifactSummary,
  type Ceiling,
  gateNode,
  judgePrompt,
  judgeWorkList,
  readVerdict,
  type Verdict,
} from "../step/index.ts";
import { awaitApproval } from "./await-approval.ts";
import type { Drive } from "./drive.ts";
import { driveUnits } from "./drive-units.ts";
import type { GateCase, GateResult } from "./gate-case.ts";

/** Judge first, then the person, where the gate asks for both (spec engines.md, "Judges"). */
export async function driveGate(drive: Drive, gateCase: GateCase): Promise<GateResult> {
  const { rubric, judge, approve } = gateCase.gate;
  if (rubric !== undefined && judge !== undefined) {
    const judged = await driveJudge(drive, gateCase, rubric, judge);
    if (judged.kind !== "passed") return judged;
  }
  return approve === true ? await awaitApproval(drive, gateCase) : { kind: "passed" };
}

async function driveJudge(
  drive: Drive,
  gateCase: GateCase,
  rubric: string,
  judge: FrozenEngine,
): Promise<GateResult> {
  const { stepId, loop } = gateCase;
  const before = await foldJudgements(drive, stepId);
  const position = gatePosition(before, loop, drive.state.run.epoch);
  if (position.kind === "answered") return resultOf(position.verdict);

  const unitId = `${gateNode(stepId)}:l${position.number}`;
  const ceiling = await askJudge(drive, gateCase, { unitId, rubric, judge, before });
  if (ceiling !== undefined) return { kind: "over-budget", ceiling };
  const after = (await foldJudgements(drive, stepId)).get(unitId);
  const verdict = verdictOf(after);
  if (verdict !== undefined) return resultOf(verdict);
  if (after?.status === "failed" && after.failureReason !== "aborted")
    return { kind: "blocked", notes: unverified(drive.state.run.runId, after.error ?? "") };
  return { kind: "unfinished" };
}

/** A judgement is a unit like any other: journaled, counted in the budget, corrected once, never asked twice for one answer. */
function askJudge(
  drive: Drive,
  { stepId, gate, loop, artifact, units, failedUnits }: GateCase,
  {
    unitId,
    rubric,
    judge,
    before,
  }: { unitId: string; rubric: string; judge: FrozenEngine; before: UnitStates },
): Promise<Ceiling | undefined> {
  const summary = artifactSummary(artifact, units, failedUnits);
  const instructions = judgePrompt(rubric, summary);
  return driveUnits(drive, {
    stepId,
    nodeId: gateNode(stepId),
    loop,
    instructions,
    unit: {
      target: { kind: "command", engine: judge },
      onError: "fail",
      env: [],
      isolation: "none",
      ...(gate.judgeTimeoutMs === undefined ? {} : { timeoutMs: gate.judgeTimeoutMs }),
    },
    workList: judgeWorkList(unitId, instructions),
    states: before,
    width: 1,
    examine: requireVerdict,
  });
}

function foldJudgements(drive: Drive, stepId: string): Promise<UnitStates> {
  return foldAttempts(drive.parts.journal.loadAttempts(drive.state.run.runId, stepId), gateNode(stepId));
}

/** The verdict's schema cannot say that nothing is missing where it is complete (decision R14). */
function requireVerdict(outcome: AttemptOutcome): AttemptOutcome {
  if (outcome.status === "failed" || readVerdict(outcome.result ?? null) !== undefined) return outcome;
  const { result: _, ...usage } = outcome;
  return {
    ...usage,
    status: "failed",
    failureReason: "validation_error",
    error:
      'The answer is no verdict: it must be {"complete": boolean, "missing": [text], "feedback": text}, ' +
      "with nothing missing where complete is true.",
  };
}

function resultOf({ complete, missing, feedback }: Verdict): GateResult {
  return complete ? { kind: "passed" } : { kind: "rejected", feedback: { missing, feedback }, judged: true };
}

function unverified(runId: string, error: string): string {
  return (
    `The step could not be verified: ${error} Its units are done and will not run again. ` +
    `Once the judge can answer: akm workflow resume ${runId}, then akm workflow run ${runId}`
  );
}
