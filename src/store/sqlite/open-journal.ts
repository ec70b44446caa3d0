import { statSync } from "node:fs";
import { dirname } from "node:path";
import { STATE_DB_BUSY_WAIT_MS } from "../../contract/index.ts";
import type { Journal } from "../../ports/index.ts";
import { Connection } from "./connection.ts";
import { createDatabase } from "./create-database.ts";
import { openDatabase } from "./driver.ts";
import { networkFileSystemOf } from "./network-file-system.ts";
import { migrate, readSchemaVersion } from "./schema-version.ts";
import { SqliteJournal } from "./sqlite-journal.ts";
import { translateError } from "./translate-error.ts";
import { waitWhileBusy } from "./wait-while-busy.ts";

export interface OpenJournalOptions {
  path: string;
  /** Something the user should know that stops nothing. */
  onNotice(message: string): void;
  /** How long a busy database is waited for before `STATE_DB_CONTENDED`; 10 s unless told (decision R19). */
  busyWaitMs?: number;
  /** The network file system the directory is on; found out unless told. */
  networkFileSystem?: string;
}

/** How long SQLite itself waits, which blocks this process: long enough for a commit of another to pass. */
const BLOCKING_WAIT_MS = 5;

/**
 * Opens the state database to read and write, made (directory 0700, file 0600) and migrated where needed. Errors:
 * `STATE_DB_UNWRITABLE`, `STATE_DB_CORRUPT`, `STATE_DB_NEWER` and `STATE_DB_CONTENDED`; each leaves the file as it was.
 */
export async function openJournal(options: OpenJournalOptions): Promise<Journal> {
  const { path, onNotice, busyWaitMs = STATE_DB_BUSY_WAIT_MS } = options;
  try {
    createDatabase(path);
    const wasEmpty = statSync(path).size === 0;
    const network = options.networkFileSystem ?? networkFileSystemOf(dirname(path));
    const connection = new Connection(path, openDatabase(path, { readOnly: false }), busyWaitMs);
    try {
      await configure(connection, network === undefined ? "wal" : "delete", busyWaitMs);
      const { from } = await migrate(connection);
      if (wasEmpty && from === 0) onNotice(emptyNotice(path));
      if (network !== undefined) onNotice(networkNotice(path, network));
      return new SqliteJournal(connection);
    } catch (error) {
      connection.close();
      throw error;
    }
  } catch (error) {
    throw translateError(error, path);
  }
}

export function emptyNotice(path: string): string {
  return `The state database ${path} was an empty file and is taken as new: runs recorded before are not in it.`;
}

function networkNotice(path: string, network: string): string {
  return `The state database ${path} is on a network file system (${network}): it is kept without a write-ahead log, which is slower.`;
}

/** The version is read first: a file that is no database, or a newer one, must not be touched. */
async function configure(
  connection: Connection,
  journalMode: "wal" | "delete",
  busyWaitMs: number,
): Promise<void> {
  connection.execute(`PRAGMA busy_timeout = ${BLOCKING_WAIT_MS}`);
  await waitWhileBusy(() => {
    readSchemaVersion(connection);
    useJournalMode(connection, journalMode);
  }, busyWaitMs);
  // On every open: some builds reopen a WAL database at NORMAL, and macOS needs its own word to reach the disk.
  connection.execute("PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA foreign_keys = ON");
}

function useJournalMode(connection: Connection, journalMode: "wal" | "delete"): void {
  const current = connection.statement("PRAGMA journal_mode").get() as { journal_mode: string };
  if (current.journal_mode !== journalMode) connection.execute(`PRAGMA journal_mode = ${journalMode}`);
}
