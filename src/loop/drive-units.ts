import { nextUnitAction } from "../run/index.ts";
import { type Ceiling, ceilingReached, type WorkUnit } from "../step/index.ts";
import type { Drive } from "./drive.ts";
import { driveUnit, policyOf } from "./drive-unit.ts";
import { reclaimStrays } from "./reclaim-strays.ts";
import type { UnitWork } from "./unit-work.ts";

/** Whether one more attempt of the step may be sent out, asked right before it is. */
export interface Admission {
  /** `reclaims`: the attempt was out when an engine died, so that it is neither new nor counted again. */
  admit(reclaims: boolean): boolean;
  /** Fail-fast: a unit failed for good, so nothing new starts (decision R5). */
  unitFailed(): void;
  /** Aborted once nothing new may start: waiting for a retry is in vain then. */
  closed: AbortSignal;
}

/**
 * Runs units, at most `width` at once, and resolves when every one is journaled. Units in flight always finish, those that
 * were out when an engine died among them; a failure, a budget ceiling or a stop keeps new ones from starting. Resolves with the
 * ceiling that was hit, if one was.
 */
export async function driveUnits(drive: Drive, work: UnitWork): Promise<Ceiling | undefined> {
  await reclaimStrays(drive, work.stepId, work.states);
  const closing = new AbortController();
  const closed = AbortSignal.any([drive.halt, closing.signal]);
  let ceiling: Ceiling | undefined;
  const admission: Admission = {
    closed,
    admit(reclaims) {
      if (reclaims) return !drive.stopped();
      if (closed.aborted) return false;
      ceiling = ceilingReached(drive.state.plan.budget, drive.spent);
      if (ceiling === undefined) drive.spent.units += 1;
      else closing.abort();
      return ceiling === undefined;
    },
    unitFailed() {
      if (work.unit.onError === "fail") closing.abort();
    },
  };
  if (hasFailedUnit(drive, work)) admission.unitFailed();
  const { lost, others } = unitsByFate(work);
  try {
    await inParallel(
      [...lost, ...others],
      work.width,
      (unit) => driveUnit(drive, work, unit, admission),
      (index) => (index < lost.length ? drive.stopped() : closed.aborted),
    );
  } finally {
    await drive.recorder.settled();
  }
  return ceiling;
}

/** A unit that failed for good before this engine came: with fail-fast nothing new starts beside it. */
function hasFailedUnit(drive: Drive, { unit, workList, states }: UnitWork): boolean {
  const policy = policyOf(drive, unit);
  return workList.units.some(({ unitId }) => nextUnitAction(states.get(unitId), policy).kind === "failed");
}

/** Those that were out when an engine died go on before anything new starts, both in item order. */
function unitsByFate({ workList, states }: UnitWork): { lost: WorkUnit[]; others: WorkUnit[] } {
  const isLost = ({ unitId }: WorkUnit) => states.get(unitId)?.status === "running";
  return {
    lost: workList.units.filter(isLost),
    others: workList.units.filter((unit) => !isLost(unit)),
  };
}

/** At most `width` calls at once, in order; the first that throws keeps further ones from starting. */
async function inParallel(
  units: readonly WorkUnit[],
  width: number,
  call: (unit: WorkUnit) => Promise<void>,
  isOver: (index: number) => boolean,
): Promise<void> {
  let next = 0;
  let threw = false;
  const lane = async (): Promise<void> => {
    for (let unit = units[next]; unit !== undefined && !threw && !isOver(next); unit = units[next]) {
      next += 1;
      try {
        await call(unit);
      } catch (error) {
        threw = true;
        throw error;
      }
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(width, units.length) }, lane));
  const rejected = lanes.find((result) => result.status === "rejected");
  if (rejected !== undefined) throw rejected.reason;
}
