import { createRequire } from "node:module";

/** What SQLite stores and hands back; integers come back as numbers, never bigints. */
export type SqlValue = string | number | null;

/** The part of `node:sqlite` that the store uses, which both drivers offer alike. */
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

export interface Statement {
  run(...values: SqlValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  get(...values: SqlValue[]): unknown;
  all(...values: SqlValue[]): unknown[];
  iterate(...values: SqlValue[]): IterableIterator<unknown>;
}

export interface DatabaseOptions {
  readOnly: boolean;
}

interface Driver {
  DatabaseSync: new (location: string, options: DatabaseOptions) => Database;
}

let driver: Driver | undefined;

/** Opens a file or a `file:` URI with the SQLite inside Node, or where this Node has none with the one we bring. */
export function openDatabase(location: string, options: DatabaseOptions): Database {
  driver ??= builtInDriver() ?? packagedDriver();
  return new driver.DatabaseSync(location, options);
}

function builtInDriver(): Driver | undefined {
  return withoutSqliteWarning(() => process.getBuiltinModule?.("node:sqlite") as Driver | undefined);
}

/** Required, not imported: the package finds its binaries beside itself and must stay out of a bundle. */
function packagedDriver(): Driver {
  return createRequire(import.meta.url)("@photostructure/sqlite") as Driver;
}

/** Loading `node:sqlite` calls it experimental on stderr; any other warning passes. */
function withoutSqliteWarning<T>(load: () => T): T {
  const emitWarning = process.emitWarning;
  process.emitWarning = ((...warning: Parameters<typeof emitWarning>) => {
    if (!String(warning[0]).startsWith("SQLite is an experimental feature"))
      emitWarning.apply(process, warning);
  }) as typeof emitWarning;
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
