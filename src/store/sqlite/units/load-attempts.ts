import { setImmediate as nextTurn } from "node:timers/promises";
import type { AttemptRecord } from "../../../run/index.ts";
import type { Connection } from "../connection.ts";
import { type AttemptRow, attemptOfRow } from "./attempt-row.ts";

/** Every column, so that one which an older schema lacks is absent and not an error. */
const OF_RUN = "SELECT * FROM workflow_run_units WHERE run_id = ? AND id > ? ORDER BY id";
const OF_STEP = "SELECT * FROM workflow_run_units WHERE run_id = ? AND step_id = ? AND id > ? ORDER BY id";

/** A page ends at whichever comes first; a single result may be longer than a page. */
const PAGE_ROWS_MAX = 500;
const PAGE_CHARS_MAX = 1024 * 1024;

/**
 * In the order they were recorded, a page at a time: the statement is never open from one turn to the next, where
 * it would keep this connection from writing and hold whole results in memory.
 */
export async function* loadAttempts(
  connection: Connection,
  runId: string,
  stepId: string | undefined,
): AsyncGenerator<AttemptRecord> {
  let afterId = 0;
  for (;;) {
    const page = await connection.read(() => readPage(connection, runId, stepId, afterId));
    for (const row of page.rows) yield row;
    if (!page.more) return;
    // A read resolves at once: without this, a long list would keep the event loop from all else.
    await nextTurn();
    afterId = page.lastId;
  }
}

interface Page {
  rows: AttemptRecord[];
  lastId: number;
  more: boolean;
}

function readPage(connection: Connection, runId: string, stepId: string | undefined, afterId: number): Page {
  const page: Page = { rows: [], lastId: afterId, more: false };
  let chars = 0;
  for (const row of iterateRows(connection, runId, stepId, afterId)) {
    page.rows.push(attemptOfRow(row));
    page.lastId = row.id;
    chars += row.result_json?.length ?? 0;
    page.more = page.rows.length >= PAGE_ROWS_MAX || chars >= PAGE_CHARS_MAX;
    if (page.more) break;
  }
  return page;
}

function iterateRows(
  connection: Connection,
  runId: string,
  stepId: string | undefined,
  afterId: number,
): IterableIterator<AttemptRow> {
  const rows =
    stepId === undefined
      ? connection.statement(OF_RUN).iterate(runId, afterId)
      : connection.statement(OF_STEP).iterate(runId, stepId, afterId);
  return rows as IterableIterator<AttemptRow>;
}
