import type { JournalReader } from "../../ports/index.ts";
import type { RunRecord } from "../../run/index.ts";

const RUNS_NAMED_MAX = 3;

/** The newest active run of a workflow in the scope (decision R11). */
export async function activeRunOf(
  reader: JournalReader | undefined,
  scopeKey: string,
  isOf: (run: RunRecord) => boolean,
): Promise<RunRecord | undefined> {
  const active = await reader?.listRuns({ scopeKey, statuses: ["active"] });
  return active?.find(isOf);
}

/** What a person who starts a run of this ref should know of others: active elsewhere, or stopped here. */
export async function relatedWarnings(
  reader: JournalReader | undefined,
  scopeKey: string,
  workflowRef: string,
  startNew: boolean,
): Promise<string[]> {
  const runs = (await reader?.listRuns({ workflowRef, statuses: ["active", "blocked", "failed"] })) ?? [];
  const elsewhere = runs.filter((run) => run.status === "active" && run.scopeKey !== scopeKey);
  const stopped = runs.filter((run) => run.status !== "active" && run.scopeKey === scopeKey);
  const warnings = elsewhere.map(
    (run) => `Run ${run.runId} of ${workflowRef} is active in another scope, ${run.scopeKey}.`,
  );
  if (stopped.length > 0 && !startNew) warnings.push(stoppedWarning(workflowRef, stopped));
  return warnings;
}

function stoppedWarning(workflowRef: string, stopped: readonly RunRecord[]): string {
  const named = stopped.slice(0, RUNS_NAMED_MAX).map(({ runId, status }) => `${runId} (${status})`);
  const more = stopped.length > named.length ? ` and ${stopped.length - named.length} more` : "";
  return (
    `Earlier runs of ${workflowRef} did not finish: ${named.join(", ")}${more}. This is a new run; ` +
    "`akm workflow resume <run id>` opens an earlier one again."
  );
}
