import type { Connection } from "../connection.ts";

const SQL = "SELECT run_id FROM workflow_runs WHERE run_id >= ? AND run_id < ? ORDER BY run_id LIMIT ?";

/** Text compares by its UTF-8 bytes, and nothing that begins with the prefix sorts after the last code point. */
export function findRunIds(connection: Connection, prefix: string, limit: number): string[] {
  const rows = connection.statement(SQL).all(prefix, `${prefix}\u{10FFFF}`, limit) as { run_id: string }[];
  return rows.map((row) => row.run_id);
}
