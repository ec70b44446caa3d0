import type { Connection } from "../connection.ts";

const SQL = "SELECT plan_json FROM workflow_runs WHERE run_id = ?";

export function loadPlanJson(connection: Connection, runId: string): string | undefined {
  const row = connection.statement(SQL).get(runId) as { plan_json: string } | undefined;
  return row?.plan_json;
}
