import type { AttemptRecord, JournalEntry } from "../run/index.ts";
import type { EngineParts } from "./engine.ts";
import { runClock } from "./run-clock.ts";

/**
 * Ends a run for good by its records alone. Whatever a dead engine left running for it is ended and its open attempts are closed,
 * so that nothing of the run looks alive afterwards.
 */
export async function recordAbandoned(
  runId: string,
  notes: string,
  { journal, clock, dispatcher }: Pick<EngineParts, "journal" | "clock" | "dispatcher">,
): Promise<void> {
  const open: AttemptRecord[] = [];
  for await (const attempt of journal.loadAttempts(runId))
    if (attempt.status === "running") open.push(attempt);
  await dispatcher.reapStrays(open);
  const at = (await runClock(runId, clock, journal)).now();
  await journal.record([
    ...open.map((attempt) => interruptedEntry(attempt, at)),
    { type: "run-abandoned", runId, at, notes },
  ]);
}

function interruptedEntry(
  { unitId, attempt, dispatch, runId, stepId }: AttemptRecord,
  at: string,
): JournalEntry {
  return { type: "attempt-interrupted", key: { runId, unitId, attempt, dispatch }, stepId, at };
}
