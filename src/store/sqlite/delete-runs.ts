import type { RowCounts } from "../../ports/index.ts";
import type { Connection } from "./connection.ts";

const ENDED = "SELECT 1 FROM workflow_runs WHERE run_id = ? AND status IN ('completed', 'failed')";
/** What refers to a row goes before it. */
const UNITS = "DELETE FROM workflow_run_units WHERE run_id = ?";
const STEPS = "DELETE FROM workflow_run_steps WHERE run_id = ?";
const EVENTS = "DELETE FROM events WHERE run_id = ?";
const RUN = "DELETE FROM workflow_runs WHERE run_id = ?";

/** Within a write transaction; see `Journal.deleteRuns`. */
export function deleteRuns(connection: Connection, runIds: readonly string[]): RowCounts {
  const counts = { runs: 0, units: 0, events: 0 };
  const remove = (sql: string, runId: string) => Number(connection.statement(sql).run(runId).changes);
  for (const runId of runIds) {
    if (connection.statement(ENDED).get(runId) === undefined) continue;
    counts.units += remove(UNITS, runId);
    counts.events += remove(EVENTS, runId);
    remove(STEPS, runId);
    counts.runs += remove(RUN, runId);
  }
  return counts;
}
