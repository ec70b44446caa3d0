import type { AttemptRecord, JournalEntry } from "../run/index.ts";
import type { EngineParts } from "./engine.ts";
import { runClock } from "./run-clock.ts";
import { salvageEntries } from "./salvage-entries.ts";

/**
 * Ends a run for good by its records alone. Whatever a dead engine left running for it is ended, what it left in worktrees is saved, and its open
 * attempts are closed, so that nothing of the run looks alive afterwards.
 */
export async function recordAbandoned(
  runId: string,
  notes: string,
  { journal, clock, dispatcher, sink }: Pick<EngineParts, "journal" | "clock" | "dispatcher" | "sink">,
): Promise<void> {
  const open: AttemptRecord[] = [];
  for await (const attempt of journal.loadAttempts(runId))
    if (attempt.status === "running") open.push(attempt);
  await dispatcher.reapStrays(open);
  const saved = await salvageEntries(dispatcher, open, (message) => sink.warning(message));
  const at = (await runClock(runId, clock, journal)).now();
  await journal.record([
    ...saved,
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
