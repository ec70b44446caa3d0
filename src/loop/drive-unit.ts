import type { DispatchContext, DispatchRequest } from "../ports/index.ts";
import {
  type AttemptKey,
  type AttemptOutcome,
  foldAttempt,
  nextUnitAction,
  type UnitAction,
  type UnitState,
} from "../run/index.ts";
import { dispatchIdOf, retryDelayMs, type WorkUnit } from "../step/index.ts";
import type { Drive } from "./drive.ts";
import type { Admission, StepWork } from "./drive-units.ts";

/** A process is journaled only once it has lived so long: most commands are over before, and their row would be written thrice. */
const PROCESS_JOURNAL_DELAY_MS = 50;

/** Sends a unit out until it is completed or has failed for good; returns early when nothing may start any more. */
export async function driveUnit(
  drive: Drive,
  work: StepWork,
  unit: WorkUnit,
  admission: Admission,
): Promise<void> {
  let state = work.states.get(unit.unitId);
  for (;;) {
    const action = nextUnitAction(state, drive.state.run.epoch, work.step.unit.retry);
    if (action.kind === "reuse") return;
    if (action.kind === "failed") return admission.unitFailed();
    if (action.kind === "crash-loop") {
      recordCrashLoop(drive, work, unit, action);
      return admission.unitFailed();
    }
    if (action.afterFailures !== undefined) await retryDelay(drive, action.afterFailures, admission.closed);
    if (!admission.admit(action.reclaims)) return;
    state = await sendOut(drive, work, unit, action, state);
  }
}

type Dispatch = Extract<UnitAction, { kind: "dispatch" }>;

async function retryDelay(drive: Drive, failures: number, closed: AbortSignal): Promise<void> {
  const { clock } = drive.parts;
  await clock.sleep(retryDelayMs(failures, clock.random()), closed);
}

/** One dispatch: its row is durable before anything is spawned, its end is journaled whatever it was. */
async function sendOut(
  drive: Drive,
  work: StepWork,
  unit: WorkUnit,
  action: Dispatch,
  before: UnitState | undefined,
): Promise<UnitState> {
  const { runId, epoch } = drive.state.run;
  const { attempt, dispatch } = action;
  const key: AttemptKey = { runId, unitId: unit.unitId, attempt, dispatch };
  const dispatchId = dispatchIdOf(runId, unit.unitId, attempt);
  await recordStart(drive, work, unit, { ...key, dispatchId }, action.reclaims);
  const { clock } = drive.parts;
  const sentAtMs = clock.monotonicMs();
  const outcome = await dispatchTo(drive, work, unit, { ...key, dispatchId });
  drive.recorder.recordSoon({
    type: "attempt-finished",
    key,
    stepId: work.step.id,
    at: clock.now(),
    durationMs: Math.round(clock.monotonicMs() - sentAtMs),
    outcome,
  });
  drive.spent.inputTokens += outcome.inputTokens ?? 0;
  drive.spent.outputTokens += outcome.outputTokens ?? 0;
  return stateAfter(outcome, before, { unitId: unit.unitId, attempt, dispatch, epoch, loop: work.loop });
}

async function recordStart(
  drive: Drive,
  work: StepWork,
  unit: WorkUnit,
  key: AttemptKey & { dispatchId: string },
  reclaims: boolean,
): Promise<void> {
  const at = drive.parts.clock.now();
  const stepId = work.step.id;
  const attempt = {
    ...key,
    stepId,
    nodeId: stepId,
    runner: "exec" as const,
    loop: work.loop,
    inputHash: work.workList.inputHashOf(unit),
    epoch: drive.state.run.epoch,
    startedAt: at,
    ...(unit.item === undefined ? {} : { itemIndex: unit.item.index }),
  };
  const started = { type: "attempt-started" as const, attempt };
  if (!reclaims) return await drive.recorder.record(started);
  const lost: AttemptKey = { ...key, dispatch: key.dispatch - 1 };
  await drive.recorder.record({ type: "attempt-interrupted", key: lost, stepId, at }, started);
}

async function dispatchTo(
  drive: Drive,
  work: StepWork,
  unit: WorkUnit,
  key: AttemptKey & { dispatchId: string },
): Promise<AttemptOutcome> {
  const { clock, dispatcher, sink } = drive.parts;
  let forgetProcess = (): void => undefined;
  try {
    return await dispatcher.dispatch(requestOf(drive, work, unit, key), drive.halt, {
      onProcess(identity) {
        forgetProcess = clock.after(PROCESS_JOURNAL_DELAY_MS, () =>
          drive.recorder.recordSoon({ type: "attempt-process", key, process: identity() }),
        );
      },
      onWarning: (message) => sink.warning(`${unit.unitId}: ${message}`),
    });
  } finally {
    forgetProcess();
  }
}

function requestOf(
  drive: Drive,
  { step, workList }: StepWork,
  unit: WorkUnit,
  { runId, unitId, attempt, dispatchId }: AttemptKey & { dispatchId: string },
): DispatchRequest {
  const { target, timeoutMs, env } = step.unit;
  const context: DispatchContext = {
    params: workList.paramsJson,
    ...(unit.item === undefined ? {} : { item: unit.item }),
    ...(workList.inputsJson === undefined ? {} : { inputs: workList.inputsJson }),
  };
  return {
    runId,
    stepId: step.id,
    unitId,
    dispatchId,
    attempt,
    target,
    instructions: step.instructions,
    cwd: drive.state.plan.cwd,
    env,
    context,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(workList.outputSchema === undefined ? {} : { outputSchema: workList.outputSchema }),
  };
}

/** As the journal will tell it; the result itself is left to the journal. */
function stateAfter(
  outcome: AttemptOutcome,
  before: UnitState | undefined,
  sent: Pick<UnitState, "unitId" | "attempt" | "dispatch" | "epoch" | "loop">,
): UnitState {
  const { status } = outcome;
  if (status === "completed") return foldAttempt(before, { ...sent, status });
  const { failureReason, error } = outcome;
  return foldAttempt(before, { ...sent, status, failureReason, error });
}

function recordCrashLoop(
  drive: Drive,
  work: StepWork,
  unit: WorkUnit,
  { attempt, dispatch }: Extract<UnitAction, { kind: "crash-loop" }>,
): void {
  drive.recorder.recordSoon({
    type: "attempt-finished",
    key: { runId: drive.state.run.runId, unitId: unit.unitId, attempt, dispatch },
    stepId: work.step.id,
    at: drive.parts.clock.now(),
    outcome: {
      status: "failed",
      failureReason: "crash_loop",
      error: `The engine died each of the ${dispatch} times this attempt was out, so it is not sent out again by itself.`,
    },
  });
}
