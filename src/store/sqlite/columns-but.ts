import type { Connection } from "./connection.ts";

/** The columns a table has in this database, whatever its schema version, but for a long one that nobody asked for. */
export function columnsBut(connection: Connection, table: string, left: string): string {
  const columns = connection.statement("SELECT name FROM pragma_table_info(?)").all(table) as {
    name: string;
  }[];
  return columns
    .map(({ name }) => name)
    .filter((name) => name !== left)
    .join(", ");
}
