import { attemptStart, keyOf, newRun } from "../../src/store/conformance/samples.ts";
import { createRunLock, openJournal, openJournalReader, readLockHolder } from "../../src/store/index.ts";

/**
 * A process that does with the store what its parent asks for over IPC, one request after the other, until it is
 * killed or the channel closes. Every answer is `{ value }` or `{ error: { code, message } }`.
 */
type Journal = Awaited<ReturnType<typeof openJournal>>;
let journal: Journal | undefined;
const notices: string[] = [];

function opened(): Journal {
  if (journal === undefined) throw new Error("the journal is not open");
  return journal;
}

const REQUESTS = {
  open: async (path: string, busyWaitMs?: number) => {
    const wait = busyWaitMs === undefined ? {} : { busyWaitMs };
    journal = await openJournal({ path, onNotice: (message) => notices.push(message), ...wait });
    return notices;
  },
  createRun: async (runId: string, alsoIfActive: boolean) => {
    const { run, created } = await opened().createRun(newRun(runId), { alsoIfActive });
    return { runId: run.runId, created };
  },
  /** One unit from start to end, in two commits. */
  driveUnit: async (runId: string, unitId: string) => {
    const attempt = attemptStart(runId, { unitId });
    await opened().record([{ type: "attempt-started", attempt }]);
    const outcome = { status: "completed", result: unitId } as const;
    const end = { key: keyOf(attempt), stepId: attempt.stepId, at: attempt.startedAt, outcome };
    await opened().record([{ type: "attempt-finished", ...end }]);
    return unitId;
  },
  /** Blocks this process, with the database taken, for so long. */
  holdDatabase: (forMs: number) =>
    opened().exclusively(() => {
      process.send?.("holding");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, forMs);
    }),
  acquire: async (dir: string, runId: string) => {
    const lock = createRunLock({ dir, journal: opened(), now: () => new Date().toISOString() });
    await lock.acquire(runId, { takeOver: false });
    return process.pid;
  },
  list: async (path: string) => {
    const reader = await openJournalReader({ path, onNotice: (message) => notices.push(message) });
    const runs = await reader?.listRuns({});
    reader?.close();
    return runs?.map(({ runId }) => runId) ?? "no database";
  },
  holder: async (dir: string, runId: string) => (await readLockHolder(dir, runId)) ?? "nobody",
  become: async (uid: number) => process.setuid?.(uid),
  close: async () => opened().close(),
};

export type StoreRequests = typeof REQUESTS;

process.on("message", async ({ name, values }: { name: keyof StoreRequests; values: unknown[] }) => {
  try {
    const request = REQUESTS[name] as (...values: unknown[]) => Promise<unknown>;
    process.send?.({ value: (await request(...values)) ?? null });
  } catch (error) {
    const { code = "no code", message } = error as Error & { code?: string };
    process.send?.({ error: { code, message } });
  }
});
