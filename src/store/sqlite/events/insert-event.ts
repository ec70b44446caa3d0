import type { RunEvent } from "../../../run/index.ts";
import type { Connection } from "../connection.ts";

const SQL = `
INSERT INTO events (at, type, run_id, step_id, unit_id, attempt, status, failure_reason, unit_count, duration_ms)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

export function insertEvent(connection: Connection, event: Omit<RunEvent, "id">): RunEvent {
  const { lastInsertRowid } = connection
    .statement(SQL)
    .run(
      event.at,
      event.type,
      event.runId,
      event.stepId ?? null,
      event.unitId ?? null,
      event.attempt ?? null,
      event.status ?? null,
      event.failureReason ?? null,
      event.unitCount ?? null,
      event.durationMs ?? null,
    );
  return { id: Number(lastInsertRowid), ...event };
}
