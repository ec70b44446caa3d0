import type { SnapshotReader } from "../../ports/index.ts";
import { SqliteReader } from "./sqlite-reader.ts";

/** The journal of a command that only reads, on a connection of its own. */
export class SqliteSnapshotReader extends SqliteReader implements SnapshotReader {
  atOneInstant<T>(work: () => Promise<T>): Promise<T> {
    return this.connection.snapshot(work);
  }
}
