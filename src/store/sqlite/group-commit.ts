import { eventOf, type JournalEntry, type RunEvent } from "../../run/index.ts";
import type { Connection } from "./connection.ts";
import { insertEvent } from "./events/insert-event.ts";
import { isRefusal, translateError } from "./translate-error.ts";
import { writeEntry } from "./write-entry.ts";

interface Call {
  entries: readonly JournalEntry[];
  resolve(events: RunEvent[]): void;
  reject(error: unknown): void;
}

type Outcome = { events: RunEvent[] } | { refusal: unknown };

/**
 * Collects what is recorded in one turn of the event loop into one commit, since syncing the disk is what a commit
 * costs (ADR 0003). Each call's entries stand or fall together, and alone.
 */
export class GroupCommit {
  readonly #connection: Connection;
  #calls: Call[] = [];

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  record(entries: readonly JournalEntry[]): Promise<RunEvent[]> {
    return new Promise((resolve, reject) => {
      this.#calls.push({ entries, resolve, reject });
      if (this.#calls.length === 1) setImmediate(() => void this.#flush());
    });
  }

  async #flush(): Promise<void> {
    const calls = this.#calls;
    this.#calls = [];
    try {
      const outcomes = await this.#connection.inOrder(() => commit(this.#connection, calls));
      for (const [index, outcome] of outcomes.entries()) settle(calls[index], outcome, this.#connection.path);
    } catch (error) {
      for (const call of calls) call.reject(error);
    }
  }
}

function settle(call: Call | undefined, outcome: Outcome, path: string): void {
  if ("events" in outcome) call?.resolve(outcome.events);
  else call?.reject(translateError(outcome.refusal, path));
}

async function commit(connection: Connection, calls: readonly Call[]): Promise<Outcome[]> {
  try {
    return await connection.transaction(() => calls.map((call) => ({ events: apply(connection, call) })));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return connection.transaction(() => calls.map((call) => applyAlone(connection, call)));
  }
}

function apply(connection: Connection, { entries }: Call): RunEvent[] {
  const events: RunEvent[] = [];
  for (const entry of entries) {
    writeEntry(connection, entry);
    const event = eventOf(entry);
    if (event !== undefined) events.push(insertEvent(connection, event));
  }
  return events;
}

/** The slow way, once something of the commit was refused: the others must not fall with it. */
function applyAlone(connection: Connection, call: Call): Outcome {
  connection.execute("SAVEPOINT call");
  try {
    const events = apply(connection, call);
    connection.execute("RELEASE call");
    return { events };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    connection.execute("ROLLBACK TO call");
    connection.execute("RELEASE call");
    return { refusal: error };
  }
}
