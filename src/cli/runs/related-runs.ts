import type { JournalReader } from "../../ports/index.ts";
import { type RunRecord, wasAbandoned } from "../../run/index.ts";
import type { WorkflowTarget } from "./find-target-run.ts";

const RUNS_NAMED_MAX = 3;
/** The newest so many that stopped; a workflow that nobody ever brings to an end may have thousands. */
const RUNS_LOOKED_AT_MAX = 20;

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

/**
 * What a person who starts a run should know: earlier ones in the scope stand blocked or failed (decision R11). Those
 * before the last that completed are past caring for, and an abandoned one was given up knowingly.
 */
export async function unfinishedBefore(
  reader: JournalReader | undefined,
  scopeKey: string,
  workflow: WorkflowTarget,
): Promise<string[]> {
  if (reader === undefined) return [];
  const [completed] = await workflow.runs(reader, { scopeKey, statuses: ["completed"], limit: 1 });
  const isLater = (run: RunRecord) => completed === undefined || run.createdAt > completed.createdAt;
  const stopped = await workflow.runs(reader, {
    scopeKey,
    statuses: ["blocked", "failed"],
    limit: RUNS_LOOKED_AT_MAX,
  });
  const named: string[] = [];
  for (const run of stopped.filter(isLater)) {
    if (run.status === "failed" && (await wasAbandoned(reader, run.runId))) continue;
    if (named.length === RUNS_NAMED_MAX) return [warningOf(named, " and more")];
    named.push(`${run.runId} (${run.status})`);
  }
  return named.length === 0 ? [] : [warningOf(named, "")];
}

function warningOf(named: readonly string[], more: string): string {
  return (
    `Earlier runs did not finish: ${named.join(", ")}${more}. This is a new run; ` +
    "`akm workflow status <run id>` tells how to go on with an earlier one."
  );
}
