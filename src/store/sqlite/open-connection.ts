import { dirname } from "node:path";
import { STATE_DB_BUSY_WAIT_MS } from "../../contract/index.ts";
import { Connection } from "./connection.ts";
import { createDatabase } from "./create-database.ts";
import { type Database, openDatabase } from "./driver.ts";
import { examinePlace, requireReadable } from "./examine-place.ts";
import { networkFileSystemOf } from "./network-file-system.ts";
import { emptyNotice, networkNotice } from "./notices.ts";
import { migrate, readSchemaVersion } from "./schema-version.ts";
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
export const BLOCKING_WAIT_MS = 5;

/** A connection to read and write with, every setting made; see {@link OpenJournalOptions} and `openJournal`. */
export async function openConnection(options: OpenJournalOptions): Promise<Connection> {
  const { path, onNotice, busyWaitMs = STATE_DB_BUSY_WAIT_MS } = options;
  try {
    if (examinePlace(path) === undefined) createDatabase(path);
    const wasEmpty = examinePlace(path)?.bytes === 0;
    requireReadable(path);
    const network = options.networkFileSystem ?? networkFileSystemOf(dirname(path));
    const connection = new Connection(path, openDatabase(path, { readOnly: false }), busyWaitMs);
    try {
      await configure(connection, network === undefined ? "wal" : "delete", busyWaitMs);
      const { from } = await migrate(connection);
      if (wasEmpty && from === 0) onNotice(emptyNotice(path));
      if (network !== undefined) onNotice(networkNotice(path, network));
      return connection;
    } catch (error) {
      closeUntouched(connection);
      throw error;
    }
  } catch (error) {
    throw translateError(error, path);
  }
}

/**
 * What was refused is left as it was: whoever closes a database last moves its write-ahead log into it, unless that one
 * may only read.
 */
function closeUntouched(connection: Connection): void {
  const witness = openWitness(connection.path);
  connection.close();
  witness?.close();
}

function openWitness(path: string): Database | undefined {
  try {
    const database = openDatabase(path, { readOnly: true });
    database.exec("SELECT count(*) FROM sqlite_schema");
    return database;
  } catch {
    return undefined;
  }
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
