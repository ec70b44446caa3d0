import type { FrozenEngine, PlanUnit } from "../plan/index.ts";
import {
  type AttemptOutcome,
  foldAttempts,
  gatePosition,
  nextUnitAction,
  runCommand,
  runsAbove,
  type UnitStates,
  verdictOf,
} from "../run/index.ts";
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
import { policyOf } from "./drive-unit.ts";
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
  const unit = judgeUnit(gateCase.gate, judge);
  const ceiling = await askJudge(drive, gateCase, { unitId, unit, rubric, before });
  if (ceiling !== undefined) return { kind: "over-budget", ceiling };
  const after = (await foldJudgements(drive, stepId)).get(unitId);
  const verdict = verdictOf(after);
  if (verdict !== undefined) return resultOf(verdict);
  // An answer that a stop kept from being asked for, or from being corrected, is still to come.
  if (nextUnitAction(after, policyOf(drive, unit)).kind !== "failed") return { kind: "unfinished" };
  return { kind: "blocked", notes: await unverified(drive, after?.error ?? "") };
}

/** A judgement is a unit like any other: journaled, counted in the budget, corrected once, never asked twice for one answer. */
function judgeUnit({ judgeTimeoutMs }: GateCase["gate"], engine: FrozenEngine): PlanUnit {
  return {
    target: { kind: "command", engine },
    onError: "fail",
    env: [],
    isolation: "none",
    ...(judgeTimeoutMs === undefined ? {} : { timeoutMs: judgeTimeoutMs }),
  };
}

function askJudge(
  drive: Drive,
  { stepId, loop, artifact, units, failedUnits }: GateCase,
  { unitId, unit, rubric, before }: { unitId: string; unit: PlanUnit; rubric: string; before: UnitStates },
): Promise<Ceiling | undefined> {
  const instructions = judgePrompt(rubric, artifactSummary(artifact, units, failedUnits));
  return driveUnits(drive, {
    stepId,
    nodeId: gateNode(stepId),
    loop,
    instructions,
    unit,
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

async function unverified({ parts, state }: Drive, error: string): Promise<string> {
  const { run } = state;
  const top = (await runsAbove(parts.journal, run)).at(-1) ?? run;
  return (
    `The step could not be verified: ${error} Its units are done and will not run again. ` +
    `Once the judge can answer: akm workflow resume ${run.runId}, then ${runCommand(top)}`
  );
}
