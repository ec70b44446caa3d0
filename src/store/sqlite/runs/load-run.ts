import type { RunRecord } from "../../../run/index.ts";
import type { Connection } from "../connection.ts";
import { RUN_COLUMNS, type RunRow, runOfRow } from "./run-row.ts";

const SQL = `SELECT ${RUN_COLUMNS} FROM workflow_runs WHERE run_id = ?`;

export function loadRun(connection: Connection, runId: string): RunRecord | undefined {
  const row = connection.statement(SQL).get(runId) as RunRow | undefined;
  return row === undefined ? undefined : runOfRow(row);
}
