import type { Journal, NewRun, RowCounts } from "../../ports/index.ts";
import type { JournalEntry, RunEvent } from "../../run/index.ts";
import type { Connection } from "./connection.ts";
import { type CreatedRun, type CreateRunOptions, createRun } from "./create-run.ts";
import { deleteRuns } from "./delete-runs.ts";
import { GroupCommit } from "./group-commit.ts";
import { shrink } from "./shrink.ts";
import { SqliteReader } from "./sqlite-reader.ts";

/** The journal in one SQLite file, which any number of processes may have open. */
export class SqliteJournal extends SqliteReader implements Journal {
  readonly #groupCommit: GroupCommit;

  constructor(connection: Connection) {
    super(connection);
    this.#groupCommit = new GroupCommit(connection);
  }

  createRun(newRun: NewRun, options: CreateRunOptions): Promise<CreatedRun> {
    return createRun(this.connection, newRun, options);
  }

  record(entries: readonly JournalEntry[]): Promise<RunEvent[]> {
    return this.#groupCommit.record(entries);
  }

  deleteRuns(runIds: readonly string[]): Promise<RowCounts> {
    return this.connection.write(() => deleteRuns(this.connection, runIds));
  }

  shrink(): Promise<{ bytesBefore: number; bytesAfter: number }> {
    return this.connection.inOrder(() => shrink(this.connection));
  }

  exclusively<T>(work: () => T): Promise<T> {
    return this.connection.write(work);
  }

  override close(): void {
    this.connection.emptyLog();
    super.close();
  }
}
