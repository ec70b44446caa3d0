import { AkmError } from "../../errors/index.ts";
import type { Connection } from "./connection.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { corruptDatabase } from "./translate-error.ts";

const OBJECTS_COUNT = `
SELECT count(*) AS objects,
  count(*) FILTER (WHERE name IN ('workflow_runs', 'workflow_run_steps', 'workflow_run_units', 'events')) AS ours,
  count(*) FILTER (WHERE name GLOB 'workflow_run*') AS telling
FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*'`;

const TABLES_OF_OURS = 4;

/**
 * How many migrations the database has had; 0 for an empty one. The first read of the file, so here shows a file that
 * is no database, or another program's. Throws `STATE_DB_NEWER` and `STATE_DB_CORRUPT`.
 */
export function readSchemaVersion(connection: Connection): number {
  const { user_version: version } = connection.statement("PRAGMA user_version").get() as {
    user_version: number;
  };
  const { objects, ours, telling } = connection.statement(OBJECTS_COUNT).get() as {
    objects: number;
    ours: number;
    telling: number;
  };
  // Tables and the version are written in one transaction, so tables without a version were never written by us; and
  // other programs number their schemas too, but have no table of such a name.
  if (objects > 0 && (version === 0 || telling === 0)) throw foreignDatabase(connection.path);
  if (version > MIGRATIONS.length) throw newerDatabase(connection.path, version);
  if (version > 0 && ours < TABLES_OF_OURS)
    throw corruptDatabase(connection.path, "tables of akm are missing from it");
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

function foreignDatabase(path: string): AkmError {
  return new AkmError(
    "STATE_DB_CORRUPT",
    `${path} is a database of another program, not a state database of akm. It was left as it is.`,
    { hint: `Move ${path} to where it belongs, or point AKM_DATA_DIR at a directory of akm's own.` },
  );
}

function newerDatabase(path: string, version: number): AkmError {
  return new AkmError(
    "STATE_DB_NEWER",
    `The state database ${path} has schema ${version}; this akm knows up to ${MIGRATIONS.length}. It was left as it is.`,
    { hint: "Upgrade akm: a newer version wrote this database." },
  );
}
