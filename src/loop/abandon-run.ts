import { AkmError } from "../errors/index.ts";
import type { AttemptRecord, JournalEntry, RunRecord } from "../run/index.ts";
import type { EngineParts } from "./engine.ts";
import { runNotFound } from "./load-state.ts";

/**
 * active or blocked -> failed; a failed run is left as it is. Whatever a dead engine left running for it is ended and its open attempts
 * are closed, so that nothing of the run looks alive. The plan is not read.
 * Errors: `RUN_NOT_FOUND`, `RUN_NOT_RESUMABLE` (completed), `RUN_LEASE_HELD`.
 */
export async function abandonRun(
  runId: string,
  { journal, runLock, clock, dispatcher }: Pick<EngineParts, "journal" | "runLock" | "clock" | "dispatcher">,
): Promise<RunRecord> {
  const lock = await runLock.acquire(runId, { takeOver: false });
  try {
    const run = await journal.loadRun(runId);
    if (run === undefined) throw runNotFound(runId);
    if (run.status === "failed") return run;
    if (run.status === "completed")
      throw new AkmError("RUN_NOT_RESUMABLE", `Run ${runId} is completed; there is nothing to abandon.`);
    const open: AttemptRecord[] = [];
    for await (const attempt of journal.loadAttempts(runId))
      if (attempt.status === "running") open.push(attempt);
    await dispatcher.reapStrays(open);
    const at = clock.now();
    await journal.record([
      ...open.map((attempt) => interruptedEntry(attempt, at)),
      { type: "run-abandoned", runId, at, notes: "Abandoned by akm workflow abandon." },
    ]);
    return (await journal.loadRun(runId)) ?? run;
  } finally {
    await lock.release();
  }
}

function interruptedEntry(
  { unitId, attempt, dispatch, runId, stepId }: AttemptRecord,
  at: string,
): JournalEntry {
  return { type: "attempt-interrupted", key: { runId, unitId, attempt, dispatch }, stepId, at };
}
