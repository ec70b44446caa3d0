import type { Journal } from "../../src/ports/index.ts";

/** The journal with some of its ways changed; all else goes through as it is. */
export function decorateJournal(journal: Journal, changed: Partial<Journal>): Journal {
  return {
    loadRun: (runId) => journal.loadRun(runId),
    findRunIds: (prefix, limit) => journal.findRunIds(prefix, limit),
    listRuns: (filter) => journal.listRuns(filter),
    loadSteps: (runId, options) => journal.loadSteps(runId, options),
    loadAttempts: (runId, stepId) => journal.loadAttempts(runId, stepId),
    loadPlanJson: (runId) => journal.loadPlanJson(runId),
    loadUsage: (runId) => journal.loadUsage(runId),
    loadEvents: (filter) => journal.loadEvents(filter),
    createRun: (newRun, options) => journal.createRun(newRun, options),
    deleteRuns: (runIds) => journal.deleteRuns(runIds),
    shrink: () => journal.shrink(),
    exclusively: (work) => journal.exclusively(work),
    close: () => journal.close(),
    record: (entries) => journal.record(entries),
    ...changed,
  };
}

/** Rejects the calls of `record` that `refuses` picks by their number, from 1; nothing of them is written. */
export function refusingJournal(journal: Journal, refuses: (call: number) => boolean, error: Error): Journal {
  let call = 0;
  return decorateJournal(journal, {
    record(entries) {
      call += 1;
      return refuses(call) ? Promise.reject(error) : journal.record(entries);
    },
  });
}

/** What a cut engine meets at its journal: for it, the process is gone. */
export class Cut extends Error {
  override readonly name = "Cut";
}

/**
 * Ends the engine at its `call`-th write, as `kill -9` would: from there on nothing of it becomes durable. That write itself
 * is lost (`before`), or durable without the engine having learned of it (`after`).
 */
export function cutJournal(journal: Journal, cutAt: number, when: "before" | "after"): Journal {
  let call = 0;
  return decorateJournal(journal, {
    async record(entries) {
      call += 1;
      if (call > cutAt) throw new Cut("The engine is dead.");
      if (call === cutAt && when === "before") throw new Cut("The engine died before this write.");
      const events = await journal.record(entries);
      if (call >= cutAt) throw new Cut("The engine died after this write.");
      return events;
    },
  });
}
