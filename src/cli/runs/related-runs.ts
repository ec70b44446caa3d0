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

/** What a person who starts or goes on with a run of this ref should know: others are active in other scopes. */
export async function activeElsewhere(
  reader: JournalReader | undefined,
  scopeKey: string,
  workflowRef: string,
): Promise<string[]> {
  const active = await reader?.listRuns({ workflowRef, statuses: ["active"] });
  return (active ?? [])
    .filter((run) => run.scopeKey !== scopeKey)
    .map((run) => `Run ${run.runId} of ${workflowRef} is active in another scope, ${run.scopeKey}.`);
}

/** What a person who starts a run should know: earlier ones in the scope stand blocked or failed (decision R11). */
export async function unfinishedBefore(
  reader: JournalReader | undefined,
  scopeKey: string,
  workflowRef: string,
): Promise<string[]> {
  const stopped = (await reader?.listRuns({ scopeKey, workflowRef, statuses: ["blocked", "failed"] })) ?? [];
  if (stopped.length === 0) return [];
  const named = stopped.slice(0, RUNS_NAMED_MAX).map(({ runId, status }) => `${runId} (${status})`);
  const more = stopped.length > named.length ? ` and ${stopped.length - named.length} more` : "";
  return [
    `Earlier runs of ${workflowRef} did not finish: ${named.join(", ")}${more}. This is a new run; ` +
      "`akm workflow resume <run id>` opens an earlier one again.",
  ];
}
