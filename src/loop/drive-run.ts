import type { DriveOptions, DriveResult, EngineParts } from "./engine.ts";
import { loadState } from "./load-state.ts";
import { runClock } from "./run-clock.ts";
import { walkSpine } from "./walk-spine.ts";

/**
 * Drives a run as far as it goes: takes its lock, reads the frozen plan, walks the spine, lets go. What is completed in the journal is
 * never dispatched again.
 *
 * Errors: `RUN_NOT_FOUND`, `RUN_LEASE_HELD`, `WORKFLOW_PLAN_UNDECODABLE` (the run is then abandoned, unless a newer akm froze it),
 * `WORKING_DIRECTORY_MISSING`, `WORKFLOW_OUTPUT_INVALID` (the run stays active), and those of the journal. A run that fails is a result.
 */
export async function driveRun(
  runId: string,
  parts: EngineParts,
  options: DriveOptions,
): Promise<DriveResult> {
  return await driveLocked(runId, parts, options, () => parts.dispatcher.dispose());
}

/** `dispose` ends what attempts shared, before another engine may come: that is the outermost run's to do. */
async function driveLocked(
  runId: string,
  parts: EngineParts,
  options: DriveOptions,
  dispose: () => Promise<void>,
): Promise<DriveResult> {
  const takeOver = options.takeOver ?? false;
  const lock = await parts.runLock.acquire(runId, { takeOver });
  try {
    const state = await loadState(runId, parts, { takeOver });
    const clock = await runClock(runId, parts.clock, parts.journal);
    return await walkSpine(state, { ...parts, clock }, options, async (childId, stop) => {
      await driveLocked(childId, parts, { stop, takeOver }, async () => undefined);
    });
  } finally {
    await dispose();
    await lock.release();
  }
}
