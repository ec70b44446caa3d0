import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  prepareStoreChildren,
  type StoreChild,
  type StoreChildren,
} from "../../../test/rig/store-children.ts";
import { openJournal } from "./open-journal.ts";
import { openJournalReader } from "./open-reader.ts";

describe("one database and many processes", { timeout: 60_000 }, () => {
  let children: StoreChildren;
  let root: string;
  let path: string;
  beforeAll(async () => {
    children = await prepareStoreChildren();
    root = await mkdtemp(join(tmpdir(), "akm-many-"));
  });
  afterAll(async () => {
    await children.end();
    await rm(root, { recursive: true });
  });
  beforeEach(async () => {
    path = join(await mkdtemp(join(root, "case-")), "data", "state.db");
  });
  const start = (count: number): StoreChild[] => Array.from({ length: count }, () => children.start());
  const end = (started: StoreChild[]) => Promise.all(started.map((child) => child.kill()));

  test("sixteen that open a database which is not there at the same moment all get it", async () => {
    const started = start(16);
    const notices = await Promise.all(started.map((child) => child.ask("open", path)));
    expect(notices).toEqual(started.map(() => []));
    await Promise.all(started.map((child, index) => child.ask("createRun", `run-${index}`, true)));
    const reader = await openJournalReader({ path });
    expect(await reader?.listRuns({})).toHaveLength(16);
    reader?.close();
    await end(started);
  });

  test("eight starts at once of one ref in one scope make one run", async () => {
    const started = start(8);
    await Promise.all(started.map((child) => child.ask("open", path)));
    const made = await Promise.all(
      started.map((child, index) => child.ask("createRun", `run-${index}`, false)),
    );
    expect(made.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(made.map(({ runId }) => runId)).size).toBe(1);
    await end(started);
  });

  test("readers never fail while engines write, and see each run and its rows whole", async () => {
    const engines = start(3);
    await Promise.all(engines.map((child) => child.ask("open", path)));
    await Promise.all(engines.map((child, index) => child.ask("createRun", `run-${index}`, true)));
    let writing = true;
    const writers = engines.map(async (child, index) => {
      for (let unit = 0; unit < 100; unit += 1) {
        await child.ask("driveUnit", `run-${index}`, `build:${unit}`);
      }
    });
    const written = Promise.all(writers).finally(() => {
      writing = false;
    });
    const readers = [await openJournalReader({ path })];
    while (writing) {
      for (const reader of readers) {
        expect(await reader?.listRuns({})).toHaveLength(3);
        expect((await reader?.loadUsage("run-0"))?.units).toBeLessThanOrEqual(100);
      }
      if (readers.length < 20) readers.push(await openJournalReader({ path }));
      await nextTurn();
    }
    await written;
    for (const reader of readers) {
      expect((await reader?.loadUsage("run-0"))?.units).toBe(100);
      reader?.close();
    }
    await end(engines);
  });

  test("keeps what was recorded when the process is killed, and nothing in part", async () => {
    const [engine] = start(1);
    if (engine === undefined) throw new Error("no child");
    await engine.ask("open", path);
    await engine.ask("createRun", "run-1", true);
    await engine.ask("driveUnit", "run-1", "build:a");
    const half = engine.ask("driveUnit", "run-1", "build:b").catch(() => undefined);
    await engine.kill();
    await half;
    const journal = await openJournal({ path, onNotice: () => undefined });
    const statuses = new Map<string, string>();
    for await (const { unitId, status } of journal.loadAttempts("run-1")) statuses.set(unitId, status);
    const events = (await journal.loadEvents({ type: "unit_started" })).map(({ unitId }) => unitId);
    expect(statuses.get("build:a")).toBe("completed");
    expect(events).toEqual([...statuses.keys()]);
    journal.close();
  });

  test("a database that stays busy is waited for, then named", async () => {
    const [holder, waiter] = start(2);
    if (holder === undefined || waiter === undefined) throw new Error("no children");
    await holder.ask("open", path);
    await waiter.ask("open", path, 200);
    const holding = holder.said();
    const held = holder.ask("holdDatabase", 1500);
    expect(await holding).toBe("holding");
    const refused = waiter.ask("createRun", "run-1", true);
    await expect(refused).rejects.toMatchObject({
      code: "STATE_DB_CONTENDED",
      message: expect.stringContaining(path),
    });
    expect(await waiter.ask("list", path)).toEqual([]);
    await held;
    expect(await waiter.ask("createRun", "run-1", true)).toEqual({ runId: "run-1", created: true });
    await end([holder, waiter]);
  });

  test("waiting for a busy database leaves the event loop free", async () => {
    const [holder] = start(1);
    if (holder === undefined) throw new Error("no child");
    await holder.ask("open", path);
    const journal = await openJournal({ path, onNotice: () => undefined });
    const holding = holder.said();
    const held = holder.ask("holdDatabase", 500);
    await holding;
    let turns = 0;
    const ticking = setInterval(() => {
      turns += 1;
    }, 10);
    await journal.exclusively(() => undefined);
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(10);
    await held;
    journal.close();
    await holder.kill();
  });
});
