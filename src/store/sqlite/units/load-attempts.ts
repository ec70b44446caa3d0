import { setImmediate as nextTurn } from "node:timers/promises";
import type { AttemptFilter } from "../../../ports/index.ts";
import type { AttemptRecord } from "../../../run/index.ts";
import { columnsBut } from "../columns-but.ts";
import type { Connection } from "../connection.ts";
import { type AttemptRow, attemptOfRow } from "./attempt-row.ts";

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
  filter: AttemptFilter,
): AsyncGenerator<AttemptRecord> {
  let afterId = 0;
  for (;;) {
    const page = await connection.read(() => readPage(connection, runId, filter, afterId));
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

function readPage(connection: Connection, runId: string, filter: AttemptFilter, afterId: number): Page {
  const page: Page = { rows: [], lastId: afterId, more: false };
  let chars = 0;
  for (const row of iterateRows(connection, runId, filter, afterId)) {
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
  { stepId, status, results = true }: AttemptFilter,
  afterId: number,
): IterableIterator<AttemptRow> {
  // Every column, so that one which an older schema lacks is absent and not an error.
  const columns = results ? "*" : columnsBut(connection, "workflow_run_units", "result_json");
  const given = Object.entries({ run_id: runId, step_id: stepId, status }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const conditions = given.map(([column]) => `${column} = ? AND`).join(" ");
  const sql = `SELECT ${columns} FROM workflow_run_units WHERE ${conditions} id > ? ORDER BY id`;
  const values = given.map(([, value]) => value);
  return connection.statement(sql).iterate(...values, afterId) as IterableIterator<AttemptRow>;
}
