import type { RunFilter } from "../../../ports/index.ts";
import type { RunRecord } from "../../../run/index.ts";
import type { Connection } from "../connection.ts";
import type { SqlValue } from "../driver.ts";
import { RUN_COLUMNS, type RunRow, runOfRow } from "./run-row.ts";

/** Newest first by instant; runs of one instant, the later recorded first. */
export function listRuns(connection: Connection, filter: RunFilter): RunRecord[] {
  const { conditions, values } = conditionsOf(filter);
  const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
  const sql = `SELECT ${RUN_COLUMNS} FROM workflow_runs ${where} ORDER BY created_at DESC, id DESC LIMIT ?`;
  const rows = connection.statement(sql).all(...values, filter.limit ?? -1) as RunRow[];
  return rows.map(runOfRow);
}

function conditionsOf(filter: RunFilter): { conditions: string[]; values: SqlValue[] } {
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  const equals = (column: string, value: string | undefined) => {
    if (value === undefined) return;
    conditions.push(`${column} = ?`);
    values.push(value);
  };
  equals("scope_key", filter.scopeKey);
  equals("workflow_ref", filter.workflowRef);
  equals("source_path", filter.sourcePath);
  equals("parent_run_id", filter.parentRunId);
  if (filter.updatedBefore !== undefined) {
    conditions.push("updated_at < ?");
    values.push(filter.updatedBefore);
  }
  if (filter.parentRunId === undefined && filter.children !== true) conditions.push("parent_run_id IS NULL");
  if (filter.statuses !== undefined) conditions.push(statusCondition(filter.statuses, values));
  return { conditions, values };
}

/** Active runs are few among many: asked for alone, they are found by the index that holds no others. */
function statusCondition(statuses: readonly string[], values: SqlValue[]): string {
  if (statuses.length === 1 && statuses[0] === "active") return "status = 'active'";
  values.push(...statuses);
  return `status IN (${statuses.map(() => "?").join(", ")})`;
}
