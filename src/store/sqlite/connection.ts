import type { Database, Statement } from "./driver.ts";
import { translateError } from "./translate-error.ts";
import { waitWhileBusy } from "./wait-while-busy.ts";

/**
 * One open database with its prepared statements. Everything that can meet another process waits for it without
 * blocking the event loop; every error leaves as an `AkmError` that names the file.
 */
export class Connection {
  readonly path: string;
  readonly #database: Database;
  readonly #busyWaitMs: number;
  readonly #statements = new Map<string, Statement>();
  #lastWrite: Promise<unknown> = Promise.resolve();

  constructor(path: string, database: Database, busyWaitMs: number) {
    this.path = path;
    this.#database = database;
    this.#busyWaitMs = busyWaitMs;
  }

  /** The statement, prepared at its first use. Its rows must be read up within one turn. */
  statement(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  execute(sql: string): void {
    this.#database.exec(sql);
  }

  async read<T>(work: () => T): Promise<T> {
    try {
      return await waitWhileBusy(work, this.#busyWaitMs);
    } catch (error) {
      throw translateError(error, this.path);
    }
  }

  /** Runs `work` in a write transaction of its own, after every write asked for before. */
  write<T>(work: () => T): Promise<T> {
    return this.inOrder(() => this.transaction(work));
  }

  /** Runs `work` when all earlier writes are done: a connection has one transaction at a time. */
  inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#lastWrite.then(work).catch((error: unknown) => {
      throw translateError(error, this.path);
    });
    this.#lastWrite = done.catch(() => undefined);
    return done;
  }

  /** One read transaction for all that `work` reads. A connection that also writes cannot keep one open. */
  snapshot<T>(work: () => Promise<T>): Promise<T> {
    return this.inOrder(async () => {
      this.execute("BEGIN");
      try {
        return await work();
      } finally {
        this.#rollBack();
      }
    });
  }

  /** Runs `work` in a write transaction and takes back all it did: it fails where a real one would. */
  rehearse(work: () => void): Promise<void> {
    return this.inOrder(async () => {
      await waitWhileBusy(() => this.execute("BEGIN IMMEDIATE"), this.#busyWaitMs);
      try {
        work();
      } finally {
        this.#rollBack();
      }
    });
  }

  /**
   * BEGIN IMMEDIATE … COMMIT; whatever `work` throws rolls back and passes untranslated. Only inside {@link inOrder}.
   * The lock is taken at once, since a read that turns into a write cannot wait for another writer.
   */
  async transaction<T>(work: () => T): Promise<T> {
    await waitWhileBusy(() => this.execute("BEGIN IMMEDIATE"), this.#busyWaitMs);
    try {
      const result = work();
      await waitWhileBusy(() => this.execute("COMMIT"), this.#busyWaitMs);
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  /** Never throws: whatever was recorded is safe already. */
  close(): void {
    this.#statements.clear();
    this.#quietly(() => this.#database.close());
  }

  /**
   * Brings what the write-ahead log holds into the database, so that the one file is the whole of it. SQLite does so
   * when the last connection closes; the packaged driver closes only once its statements are collected.
   */
  emptyLog(): void {
    this.#quietly(() => this.execute("PRAGMA wal_checkpoint(TRUNCATE)"));
  }

  /** After some errors (a full disk) SQLite has rolled back by itself; a second time is refused, and no news. */
  #rollBack(): void {
    this.#quietly(() => this.execute("ROLLBACK"));
  }

  #quietly(work: () => void): void {
    try {
      work();
    } catch {
      return;
    }
  }
}
