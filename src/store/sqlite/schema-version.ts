import { AkmError } from "../../errors/index.ts";
import type { Connection } from "./connection.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { corruptDatabase } from "./translate-error.ts";

const TABLES_COUNT = `
SELECT count(*) AS count FROM sqlite_schema
WHERE type = 'table' AND name IN ('workflow_runs', 'workflow_run_steps', 'workflow_run_units', 'events')`;

/**
 * How many migrations the database has had; 0 for an empty one. The first read of the file, so here a file that is
 * no database shows. Throws `STATE_DB_NEWER` and `STATE_DB_CORRUPT`.
 */
export function readSchemaVersion(connection: Connection): number {
  const { user_version: version } = connection.statement("PRAGMA user_version").get() as {
    user_version: number;
  };
  if (version > MIGRATIONS.length) throw newerDatabase(connection.path, version);
  if (version > 0) refuseMissingTables(connection);
  return version;
}

/**
 * Brings the schema up to date, once however many processes try. A database that needs nothing is not written, but
 * found writable: SQLite opens a read-only file without a word and refuses its first write.
 */
export async function migrate(connection: Connection): Promise<{ from: number }> {
  if (readSchemaVersion(connection) === MIGRATIONS.length) {
    await connection.rehearse(() => writeSchemaVersion(connection));
    return { from: MIGRATIONS.length };
  }
  return connection.write(() => {
    const from = readSchemaVersion(connection);
    for (const migration of MIGRATIONS.slice(from)) connection.execute(migration);
    writeSchemaVersion(connection);
    return { from };
  });
}

function writeSchemaVersion(connection: Connection): void {
  connection.execute(`PRAGMA user_version = ${MIGRATIONS.length}`);
}

function refuseMissingTables(connection: Connection): void {
  const { count } = connection.statement(TABLES_COUNT).get() as { count: number };
  if (count < 4) throw corruptDatabase(connection.path, "tables of akm are missing from it");
}

function newerDatabase(path: string, version: number): AkmError {
  return new AkmError(
    "STATE_DB_NEWER",
    `The state database ${path} has schema ${version}; this akm knows up to ${MIGRATIONS.length}. It was left as it is.`,
    { hint: "Upgrade akm: a newer version wrote this database." },
  );
}
