import { statSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { STATE_DB_BUSY_WAIT_MS } from "../../contract/index.ts";
import type { AkmError } from "../../errors/index.ts";
import type { SnapshotReader } from "../../ports/index.ts";
import { Connection } from "./connection.ts";
import { type Database, openDatabase } from "./driver.ts";
import { examinePlace, requireReadable, unreadableDatabase } from "./examine-place.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { emptyNotice } from "./notices.ts";
import { BLOCKING_WAIT_MS } from "./open-connection.ts";
import { readSchemaVersion } from "./schema-version.ts";
import { SqliteSnapshotReader } from "./sqlite-snapshot-reader.ts";
import { isCannotOpen, translateError } from "./translate-error.ts";
import { waitWhileBusy } from "./wait-while-busy.ts";

export interface OpenReaderOptions {
  path: string;
  onNotice?(message: string): void;
  busyWaitMs?: number;
}

/**
 * Opens the state database to read; undefined when there is none. Creates no database, migrates nothing, takes every
 * older schema. Errors: `STATE_DB_CORRUPT`, `STATE_DB_NEWER`, `STATE_DB_CONTENDED`, and `STATE_DB_UNWRITABLE` where
 * it can only be read with the right to write beside it.
 */
export async function openJournalReader(options: OpenReaderOptions): Promise<SnapshotReader | undefined> {
  const { path, onNotice, busyWaitMs = STATE_DB_BUSY_WAIT_MS } = options;
  try {
    const place = examinePlace(path);
    if (place === undefined) return undefined;
    const { bytes } = place;
    if (bytes === 0) onNotice?.(emptyNotice(path));
    return new SqliteSnapshotReader(bytes === 0 ? emptyConnection(path) : await connect(path, busyWaitMs));
  } catch (error) {
    throw translateError(error, path);
  }
}

async function connect(path: string, busyWaitMs: number): Promise<Connection> {
  try {
    return await connectTo(path, openDatabase(path, { readOnly: true }), busyWaitMs);
  } catch (error) {
    if (!isCannotOpen(error)) throw error;
    return await connectUnshared(path, busyWaitMs, error);
  }
}

async function connectTo(path: string, database: Database, busyWaitMs: number): Promise<Connection> {
  const connection = new Connection(path, database, busyWaitMs);
  try {
    connection.execute(`PRAGMA busy_timeout = ${BLOCKING_WAIT_MS}`);
    const version = await waitWhileBusy(() => readSchemaVersion(connection), busyWaitMs);
    if (version > 0) return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
  connection.close();
  return emptyConnection(path);
}

/** A database that has had no migration yet holds no runs. */
function emptyConnection(path: string): Connection {
  const database = openDatabase(":memory:", { readOnly: false });
  for (const migration of MIGRATIONS) database.exec(migration);
  return new Connection(path, database, 0);
}

/**
 * Readers of a write-ahead log share an index in the `-shm` file, and a directory that takes no new file may lack it.
 * With no log there is nothing to share: no engine has the database open, and the file alone is the whole of it.
 */
async function connectUnshared(path: string, busyWaitMs: number, cause: unknown): Promise<Connection> {
  const logBytes = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (logBytes > 0) throw logUnreadable(path, cause);
  requireReadable(path);
  const { href } = pathToFileURL(path);
  return connectTo(path, openDatabase(`${href}?immutable=1`, { readOnly: true }), busyWaitMs);
}

function logUnreadable(path: string, cause: unknown): AkmError {
  return unreadableDatabase(
    path,
    `its latest changes are in ${path}-wal, which is read through ${path}-shm, and that file cannot be used in the directory ${dirname(path)}`,
    cause,
  );
}
