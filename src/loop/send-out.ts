import type { FrozenTarget } from "../plan/index.ts";
import type { DispatchRequest } from "../ports/index.ts";
import {
  type AttemptKey,
  type AttemptOutcome,
  type AttemptRecord,
  type AttemptStart,
  foldAttempt,
  type UnitAction,
  type UnitState,
} from "../run/index.ts";
import { buildPrompt, dispatchIdOf, type UnitContext, type WorkUnit } from "../step/index.ts";
import type { Drive } from "./drive.ts";
import { driveChild } from "./drive-child.ts";
import type { UnitWork } from "./unit-work.ts";

/** A process is journaled only once it has lived so long: most commands are over before, and their row would be written thrice. */
const PROCESS_JOURNAL_DELAY_MS = 50;

const RUNNERS = { shell: "exec", script: "script", "child-workflow": "child-workflow" } as const;

type Dispatch = Extract<UnitAction, { kind: "dispatch" }>;

/** One dispatch: its row is durable before anything is spawned, its end is journaled whatever it was. */
export async function sendOut(
  drive: Drive,
  work: UnitWork,
  unit: WorkUnit,
  action: Dispatch,
  before: UnitState | undefined,
): Promise<UnitState> {
  const start = startOf(drive, work, unit, action);
  await recordStart(drive, start, action.reclaims);
  const { clock } = drive.parts;
  const sentAtMs = clock.monotonicMs();
  const dispatched = await dispatchTo(drive, work, unit, start, action.correction);
  const outcome = work.examine === undefined ? dispatched : work.examine(dispatched);
  drive.recorder.recordSoon({
    type: "attempt-finished",
    key: keyOf(start),
    stepId: work.stepId,
    at: clock.now(),
    durationMs: Math.round(clock.monotonicMs() - sentAtMs),
    outcome,
  });
  countTokens(drive, start, outcome);
  return foldAttempt(before, finished(start, outcome));
}

/** What an engine does not tell is not known to be nothing: where a ceiling hangs on it, that is said. */
function countTokens(drive: Drive, { engine }: AttemptStart, outcome: AttemptOutcome): void {
  const { inputTokens, outputTokens, status } = outcome;
  drive.spent.inputTokens += inputTokens ?? 0;
  drive.spent.outputTokens += outputTokens ?? 0;
  const isKnown = inputTokens !== undefined && outputTokens !== undefined;
  if (
    engine === undefined ||
    isKnown ||
    status === "failed" ||
    drive.state.plan.budget?.maxTokens === undefined
  )
    return;
  drive.parts.sink.warning(
    `Engine ${engine} does not tell how many tokens it used: budget.max_tokens counts only what is known.`,
  );
}

function startOf(
  drive: Drive,
  work: UnitWork,
  unit: WorkUnit,
  { attempt, dispatch }: Dispatch,
): AttemptStart {
  const { runId, epoch } = drive.state.run;
  return {
    runId,
    stepId: work.stepId,
    unitId: unit.unitId,
    nodeId: work.nodeId,
    attempt,
    dispatch,
    dispatchId: dispatchIdOf(runId, unit.unitId, attempt),
    ...runnerOf(work.unit.target),
    loop: work.loop,
    inputHash: work.workList.inputHashOf(unit),
    epoch,
    startedAt: drive.parts.clock.now(),
    ...(unit.item === undefined ? {} : { itemIndex: unit.item.index }),
  };
}

function runnerOf(target: FrozenTarget): Pick<AttemptRecord, "runner" | "engine" | "model"> {
  if (target.kind !== "command") return { runner: RUNNERS[target.kind] };
  const { kind, name, model } = target.engine;
  return { runner: kind, engine: name, ...(model === undefined ? {} : { model }) };
}

/** A reclaim closes the row of the engine that died and opens the next one in one write. */
async function recordStart(drive: Drive, attempt: AttemptStart, reclaims: boolean): Promise<void> {
  const started = { type: "attempt-started" as const, attempt };
  if (!reclaims) return await drive.recorder.record(started);
  const lost: AttemptKey = { ...keyOf(attempt), dispatch: attempt.dispatch - 1 };
  const { stepId, startedAt: at } = attempt;
  await drive.recorder.record({ type: "attempt-interrupted", key: lost, stepId, at }, started);
}

function keyOf({ runId, unitId, attempt, dispatch }: AttemptStart): AttemptKey {
  return { runId, unitId, attempt, dispatch };
}

async function dispatchTo(
  drive: Drive,
  work: UnitWork,
  unit: WorkUnit,
  start: AttemptStart,
  correction: string | undefined,
): Promise<AttemptOutcome> {
  const { clock, dispatcher, sink } = drive.parts;
  const { target, timeoutMs } = work.unit;
  if (target.kind === "child-workflow") {
    const paramsJson = work.workList.taskInputsJson ?? "{}";
    return await driveChild(drive, {
      target,
      start,
      paramsJson,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  }
  let forgetProcess = (): void => undefined;
  try {
    return await dispatcher.dispatch(requestOf(drive, work, unit, start, correction), drive.halt, {
      onProcess(identity) {
        forgetProcess = clock.after(PROCESS_JOURNAL_DELAY_MS, () =>
          drive.recorder.recordSoon({ type: "attempt-process", key: keyOf(start), process: identity() }),
        );
      },
      onWorktree: (worktree) =>
        drive.recorder.record({ type: "attempt-worktree", key: keyOf(start), ...worktree }),
      onWarning: (message) => sink.warning(`${unit.unitId}: ${message}`),
      onProgress: (text) => sink.progress?.(unit.unitId, text),
    });
  } finally {
    forgetProcess();
  }
}

function requestOf(
  drive: Drive,
  { stepId, instructions, unit: planned, workList }: UnitWork,
  unit: WorkUnit,
  { runId, unitId, attempt, dispatchId }: AttemptStart,
  correction: string | undefined,
): DispatchRequest {
  const { target, timeoutMs, env, isolation } = planned;
  const { cwd, git } = drive.state.plan;
  const { outputSchema } = workList;
  const context: UnitContext = {
    params: workList.paramsJson,
    ...(unit.item === undefined ? {} : { item: unit.item }),
    ...(workList.inputsJson === undefined ? {} : { inputs: workList.inputsJson }),
    ...(workList.taskInputsJson === undefined ? {} : { taskInputs: workList.taskInputsJson }),
    ...(workList.feedback === undefined ? {} : { feedback: workList.feedback }),
    ...(correction === undefined ? {} : { correction }),
  };
  return {
    runId,
    stepId,
    unitId,
    dispatchId,
    attempt,
    target,
    instructions,
    cwd,
    env,
    context,
    prompt: () => buildPrompt(instructions, context, outputSchema),
    ...(isolation === "worktree" ? { worktreeOf: git ?? {} } : {}),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
  };
}

/** The attempt as its row will say it, for the decision on what follows. */
function finished(start: AttemptStart, outcome: AttemptOutcome): AttemptRecord {
  if (outcome.status === "completed") return { ...start, status: "completed" };
  const { failureReason, error } = outcome;
  return { ...start, status: "failed", failureReason, error };
}
