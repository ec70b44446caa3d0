import { isStopped, type RunRecord, reopenEntry, runsAbove } from "../run/index.ts";
import type { EngineParts } from "./engine.ts";
import { runClock } from "./run-clock.ts";

type OpenParts = Pick<EngineParts, "journal" | "runLock" | "clock">;

/**
 * Opens the runs above a child that stand still because of it, the first of them first: cut at any moment, the child is still to be
 * opened, and opening it does the rest (ADR 0011). Errors: `RUN_LEASE_HELD`.
 */
export async function openAbove(run: RunRecord, parts: OpenParts, takeOver: boolean): Promise<void> {
  for (const above of (await runsAbove(parts.journal, run)).toReversed())
    if (isStopped(above)) await openOne(above.runId, parts, takeOver);
}

async function openOne(runId: string, parts: OpenParts, takeOver: boolean): Promise<void> {
  const lock = await parts.runLock.acquire(runId, { takeOver });
  try {
    const run = await parts.journal.loadRun(runId);
    if (run !== undefined && isStopped(run)) await recordOpened(run, parts);
  } finally {
    await lock.release();
  }
}

/** Its lock is held. */
export async function recordOpened(
  run: RunRecord,
  { journal, clock }: Pick<OpenParts, "journal" | "clock">,
): Promise<void> {
  const at = (await runClock(run.runId, clock, journal)).now();
  await journal.record([reopenEntry(run, await journal.loadSteps(run.runId), at)]);
}
