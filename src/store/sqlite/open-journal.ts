import type { Journal } from "../../ports/index.ts";
import { type OpenJournalOptions, openConnection } from "./open-connection.ts";
import { SqliteJournal } from "./sqlite-journal.ts";

/**
 * Opens the state database to read and write, made (directory 0700, file 0600) and migrated where needed. Errors:
 * `STATE_DB_UNWRITABLE`, `STATE_DB_CORRUPT`, `STATE_DB_NEWER` and `STATE_DB_CONTENDED`; each leaves the file as it was.
 */
export async function openJournal(options: OpenJournalOptions): Promise<Journal> {
  return new SqliteJournal(await openConnection(options));
}
