import { STATE_DB_BUSY_WAIT_MS } from "../../contract/index.ts";
import type { Connection } from "./connection.ts";
import { waitWhileBusy } from "./wait-while-busy.ts";

/** Writes the database anew without its free pages; see `Journal.shrink`. It needs the disk to hold both for a moment. */
export async function shrink(connection: Connection): Promise<{ bytesBefore: number; bytesAfter: number }> {
  const bytesBefore = bytesOf(connection);
  await waitWhileBusy(() => connection.execute("VACUUM"), STATE_DB_BUSY_WAIT_MS);
  connection.emptyLog();
  return { bytesBefore, bytesAfter: bytesOf(connection) };
}

function bytesOf(connection: Connection): number {
  const { page_count } = connection.statement("PRAGMA page_count").get() as { page_count: number };
  const { page_size } = connection.statement("PRAGMA page_size").get() as { page_size: number };
  return page_count * page_size;
}
