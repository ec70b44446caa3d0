import type { PlanUnit } from "../plan/index.ts";
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
  unit: WorkUnit,
  admission: Admission,
): Promise<void> {
  let state = work.states.get(unit.unitId);
  for (;;) {
    const action = nextUnitAction(state, policyOf(drive, work.unit));
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

/** Told the same way by an engine that runs the unit and by one that asks what is left of it. */
export function policyOf(drive: Drive, unit: PlanUnit): UnitPolicy {
  const { kind } = unit.target;
  return {
    epoch: drive.state.run.epoch,
    retry: unit.retry,
    corrects: kind === "command",
    isChild: kind === "child-workflow",
  };
}

async function retryDelay(drive: Drive, failures: number, closed: AbortSignal): Promise<void> {
  const { clock } = drive.parts;
  await clock.sleep(retryDelayMs(failures, clock.random()), closed);
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
