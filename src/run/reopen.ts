import type { JournalEntry } from "./journal-entries.ts";
import type { RunRecord, StepRecord } from "./records.ts";

/** failed or blocked -> active: the step that stopped the run is pending again and every unit's allowance is new. */
export function reopenEntry(run: RunRecord, steps: readonly StepRecord[], at: string): JournalEntry {
  const stepIds = steps
    .filter(({ status }) => status === "failed" || status === "blocked")
    .map(({ stepId }) => stepId);
  return { type: "run-reopened", runId: run.runId, at, epoch: run.epoch + 1, stepIds };
}
