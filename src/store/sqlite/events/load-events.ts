import { FAILURE_REASONS, type FailureReason } from "../../../contract/index.ts";
import type { EventFilter } from "../../../ports/index.ts";
import { RUN_EVENT_TYPES, type RunEvent } from "../../../run/index.ts";
import { definedOnly } from "../../defined-only.ts";
import type { Connection } from "../connection.ts";
import type { SqlValue } from "../driver.ts";
import { readWord } from "../read-column.ts";

interface EventRow {
  id: number;
  at: string;
  type: string;
  run_id: string;
  step_id: string | null;
  unit_id: string | null;
  attempt: number | null;
  status: string | null;
  failure_reason: string | null;
  unit_count: number | null;
  duration_ms: number | null;
}

const REASONS = Object.keys(FAILURE_REASONS) as FailureReason[];

/** Oldest first. */
export function loadEvents(connection: Connection, filter: EventFilter): RunEvent[] {
  const conditions = ["id > ?"];
  const values: SqlValue[] = [filter.afterId ?? 0];
  const add = (condition: string, value: string | undefined) => {
    if (value === undefined) return;
    conditions.push(condition);
    values.push(value);
  };
  add("run_id = ?", filter.runId);
  add("type = ?", filter.type);
  add("at >= ?", filter.since);
  const order = filter.newest === true ? "DESC" : "ASC";
  const sql = `SELECT * FROM events WHERE ${conditions.join(" AND ")} ORDER BY id ${order} LIMIT ?`;
  const rows = connection.statement(sql).all(...values, filter.limit ?? -1) as EventRow[];
  const events = rows.map(eventOfRow);
  return filter.newest === true ? events.reverse() : events;
}

function eventOfRow(row: EventRow): RunEvent {
  return {
    id: row.id,
    at: row.at,
    type: readWord(RUN_EVENT_TYPES, row.type, "events.type"),
    runId: row.run_id,
    ...definedOnly({
      stepId: row.step_id,
      unitId: row.unit_id,
      attempt: row.attempt,
      status: row.status,
      failureReason:
        row.failure_reason === null ? null : readWord(REASONS, row.failure_reason, "events.failure_reason"),
      unitCount: row.unit_count,
      durationMs: row.duration_ms,
    }),
  };
}
