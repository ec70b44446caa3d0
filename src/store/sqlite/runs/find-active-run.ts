import type { RunRecord } from "../../../run/index.ts";
import type { Connection } from "../connection.ts";
import { RUN_COLUMNS, type RunRow, runOfRow } from "./run-row.ts";

const SQL = `
SELECT ${RUN_COLUMNS} FROM workflow_runs
WHERE status = 'active' AND workflow_ref = ? AND scope_key = ? AND source_path = ?
  AND parent_run_id IS NULL
ORDER BY created_at DESC, id DESC LIMIT 1`;

/**
 * The newest active top-level run of a workflow in a scope (decision R11). A ref alone does not name a workflow: two
 * projects of one scope may each have one.
 */
export function findActiveRun(
  connection: Connection,
  { workflowRef, scopeKey, sourcePath }: Pick<RunRecord, "workflowRef" | "scopeKey" | "sourcePath">,
): RunRecord | undefined {
  const row = connection.statement(SQL).get(workflowRef, scopeKey, sourcePath) as RunRow | undefined;
  return row === undefined ? undefined : runOfRow(row);
}
