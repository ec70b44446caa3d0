import type { Dispatcher } from "../ports/index.ts";
import type { AttemptRecord, JournalEntry } from "../run/index.ts";

/** Saves what attempts of a dead engine left in their worktrees; what there is to be recorded of it. */
export async function salvageEntries(
  dispatcher: Dispatcher,
  attempts: readonly AttemptRecord[],
  onWarning: (message: string) => void,
): Promise<JournalEntry[]> {
  const isolated = attempts.filter(({ worktreePath }) => worktreePath !== undefined);
  if (isolated.length === 0) return [];
  const saved = (await dispatcher.salvage?.(isolated, onWarning)) ?? [];
  return saved.map(({ attempt: { runId, unitId, attempt, dispatch }, worktree }) => ({
    type: "attempt-worktree",
    key: { runId, unitId, attempt, dispatch },
    ...worktree,
  }));
}
