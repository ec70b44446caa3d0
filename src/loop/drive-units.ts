import { type Ceiling, ceilingReached } from "../step/index.ts";
import type { Drive } from "./drive.ts";
import { driveUnit } from "./drive-unit.ts";
import { reclaimStrays } from "./reclaim-strays.ts";
import type { UnitWork } from "./unit-work.ts";

/** Whether one more attempt of the step may be sent out, asked right before it is. */
export interface Admission {
  admit(counts: boolean): boolean;
  /** Fail-fast: a unit failed for good, so nothing new starts (decision R5). */
  unitFailed(): void;
}

/**
 * Runs units, at most `width` at once, and resolves when every one is journaled. Units in flight always finish; a failure,
 * a budget ceiling or a stop keeps new ones from starting. Resolves with the ceiling that was hit, if one was.
 */
export async function driveUnits(drive: Drive, work: UnitWork): Promise<Ceiling | undefined> {
  await reclaimStrays(drive, work.stepId, work.states);
  let failed = false;
  let ceiling: Ceiling | undefined;
  const admission: Admission = {
    admit(counts) {
      if (failed || ceiling !== undefined || drive.stopped()) return false;
      if (!counts) return true;
      ceiling = ceilingReached(drive.state.plan.budget, drive.spent);
      if (ceiling !== undefined) return false;
      drive.spent.units += 1;
      return true;
    },
    unitFailed() {
      if (work.unit.onError === "fail") failed = true;
    },
  };
  await inParallel(
    work,
    (index) => driveUnit(drive, work, index, admission),
    () => failed || drive.stopped(),
  );
  await drive.recorder.settled();
  return ceiling;
}

/** At most `width` calls at once, in item order; the first that throws keeps further ones from starting. */
async function inParallel(
  { workList, width }: UnitWork,
  call: (index: number) => Promise<void>,
  isOver: () => boolean,
): Promise<void> {
  const count = workList.units.length;
  let next = 0;
  let threw = false;
  const lane = async (): Promise<void> => {
    while (next < count && !threw && !isOver()) {
      const index = next;
      next += 1;
      try {
        await call(index);
      } catch (error) {
        threw = true;
        throw error;
      }
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(width, count) }, lane));
  const rejected = lanes.find((result) => result.status === "rejected");
  if (rejected !== undefined) throw rejected.reason;
}
