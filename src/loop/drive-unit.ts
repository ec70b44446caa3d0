import { type AttemptKey, nextUnitAction, type UnitAction, type UnitPolicy } from "../run/index.ts";
import { retryDelayMs, type WorkUnit } from "../step/index.ts";
import type { Drive } from "./drive.ts";
import type { Admission } from "./drive-units.ts";
import { sendOut } from "./send-out.ts";
import type { UnitWork } from "./unit-work.ts";

/** Sends a unit out until it is completed or has failed for good; returns early when nothing may start any more. */
export async function driveUnit(
  drive: Drive,
  work: UnitWork,
  index: number,
  admission: Admission,
): Promise<void> {
  const unit = work.workList.units[index];
  if (unit === undefined) return;
  let state = work.states.get(unit.unitId);
  for (;;) {
    const action = nextUnitAction(state, policyOf(drive, work));
    if (action.kind === "reuse") return;
    if (action.kind === "failed") return admission.unitFailed();
    if (action.kind === "crash-loop") {
      recordCrashLoop(drive, work, unit, action);
      return admission.unitFailed();
    }
    if (action.afterFailures !== undefined) await retryDelay(drive, action.afterFailures);
    if (!admission.admit(!action.reclaims)) return;
    state = await sendOut(drive, work, unit, action, state);
  }
}

function policyOf(drive: Drive, { unit }: UnitWork): UnitPolicy {
  return { epoch: drive.state.run.epoch, retry: unit.retry, corrects: unit.target.kind === "command" };
}

async function retryDelay(drive: Drive, failures: number): Promise<void> {
  const { clock } = drive.parts;
  await clock.sleep(retryDelayMs(failures, clock.random()), drive.halt);
}

function recordCrashLoop(
  drive: Drive,
  work: UnitWork,
  unit: WorkUnit,
  { attempt, dispatch }: Extract<UnitAction, { kind: "crash-loop" }>,
): void {
  const key: AttemptKey = { runId: drive.state.run.runId, unitId: unit.unitId, attempt, dispatch };
  drive.recorder.recordSoon({
    type: "attempt-finished",
    key,
    stepId: work.stepId,
    at: drive.parts.clock.now(),
    outcome: {
      status: "failed",
      failureReason: "crash_loop",
      error: `The engine died each of the ${dispatch} times this attempt was out, so it is not sent out again by itself.`,
    },
  });
}
