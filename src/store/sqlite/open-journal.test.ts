import { randomBytes } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newRun } from "../conformance/samples.ts";
import { openDatabase } from "./driver.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { openConnection } from "./open-connection.ts";
import { openJournal } from "./open-journal.ts";
import { openJournalReader } from "./open-reader.ts";
import { SqliteJournal } from "./sqlite-journal.ts";

describe("the state database", () => {
  let root: string;
  let path: string;
  let notices: string[];
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "akm-open-"));
    path = join(root, "data", "state.db");
    notices = [];
  });
  afterEach(() => rm(root, { recursive: true, force: true }));
  const onNotice = (message: string) => void notices.push(message);
  const open = () => openJournal({ path, onNotice });
  const openReader = () => openJournalReader({ path, onNotice });
  const writeRun = async (runId: string) => {
    const journal = await open();
    await journal.createRun(newRun(runId), { alsoIfActive: true });
    journal.close();
  };
  const pragma = (name: string) => {
    const database = openDatabase(path, { readOnly: true });
    const row = database.prepare(`PRAGMA ${name}`).get() as Record<string, unknown>;
    database.close();
    return Object.values(row)[0];
  };

  test("is made with its directory for this user alone, with nothing else left beside it", async () => {
    await writeRun("run-1");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(root, "data")).mode & 0o777).toBe(0o700);
    const others = (await readdir(join(root, "data"))).filter(
      (name) => !/^state\.db(-wal|-shm)?$/.test(name),
    );
    expect(others).toEqual([]);
    expect(notices).toEqual([]);
  });

  test("is whole in its one file once closed", async () => {
    await writeRun("run-1");
    for (const suffix of ["-wal", "-shm"]) await rm(`${path}${suffix}`, { force: true });
    const reader = await openReader();
    expect(await reader?.listRuns({})).toMatchObject([{ runId: "run-1" }]);
    reader?.close();
  });

  test("keeps a write-ahead log", async () => {
    await writeRun("run-1");
    expect(pragma("journal_mode")).toBe("wal");
    expect(notices).toEqual([]);
  });

  test.each(["made", "opened again"])(
    "reaches the disk with every commit, and holds its references, when %s",
    async (when) => {
      if (when !== "made") await writeRun("run-1");
      const connection = await openConnection({ path, onNotice });
      expect(connection.statement("PRAGMA synchronous").get()).toEqual({ synchronous: 2 });
      expect(connection.statement("PRAGMA foreign_keys").get()).toEqual({ foreign_keys: 1 });
      connection.close();
    },
  );

  test("is read as of one instant while it is written", async () => {
    const journal = await open();
    await journal.createRun(newRun("run-1"), { alsoIfActive: true });
    const reader = await openReader();
    await reader?.atOneInstant(async () => {
      expect(await reader.listRuns({})).toHaveLength(1);
      await journal.createRun(newRun("run-2"), { alsoIfActive: true });
      expect(await reader.listRuns({})).toHaveLength(1);
    });
    expect(await reader?.listRuns({})).toHaveLength(2);
    reader?.close();
    journal.close();
  });

  test("gives up its write-ahead log on a network file system, with a notice", async () => {
    await mkdir(join(root, "data"));
    const database = openDatabase(path, { readOnly: false });
    database.exec("PRAGMA journal_mode = wal; CREATE TABLE other (a); DROP TABLE other");
    database.close();
    const journal = await openJournal({ path, onNotice, networkFileSystem: "nfs" });
    await journal.createRun(newRun("run-1"), { alsoIfActive: true });
    journal.close();
    expect(pragma("journal_mode")).toBe("delete");
    expect(notices).toEqual([expect.stringContaining("nfs")]);
  });

  test("that needs no migration is not written by opening it", async () => {
    await writeRun("run-1");
    const before = await readFile(path);
    (await open()).close();
    expect((await readFile(path)).equals(before)).toBe(true);
  });

  test("is not there for a reader until a run was started, and reading makes nothing", async () => {
    expect(await openReader()).toBeUndefined();
    expect(existsSync(join(root, "data"))).toBe(false);
  });

  test("that is an empty file is taken as new, with a notice", async () => {
    await mkdir(join(root, "data"));
    await writeFile(path, "");
    const reader = await openReader();
    expect(await reader?.listRuns({})).toEqual([]);
    reader?.close();
    expect(statSync(path).size).toBe(0);
    await writeRun("run-1");
    expect(notices).toEqual([expect.stringContaining(path), expect.stringContaining(path)]);
    await writeRun("run-2");
    expect(notices).toHaveLength(2);
  });

  test("that had no migration yet reads as empty and is migrated by the next run", async () => {
    await mkdir(join(root, "data"));
    const database = openDatabase(path, { readOnly: false });
    database.exec("PRAGMA journal_mode = wal; CREATE TABLE other (a); DROP TABLE other");
    database.close();
    const reader = await openReader();
    expect(await reader?.listRuns({})).toEqual([]);
    reader?.close();
    expect(pragma("user_version")).toBe(0);
    await writeRun("run-1");
    expect(pragma("user_version")).toBe(MIGRATIONS.length);
  });

  test("of a newer akm is refused untouched, by readers too", async () => {
    await writeRun("run-1");
    const database = openDatabase(path, { readOnly: false });
    database.exec("PRAGMA user_version = 9999; PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
    const before = await readFile(path);
    for (const opening of [open, openReader]) {
      await expect(opening()).rejects.toMatchObject({
        code: "STATE_DB_NEWER",
        message: expect.stringContaining(path),
        hint: expect.stringContaining("Upgrade akm"),
      });
    }
    expect((await readFile(path)).equals(before)).toBe(true);
  });

  test.each<[string, (whole: Buffer) => Buffer]>([
    ["a garbled header", (whole) => Buffer.concat([Buffer.from("garbage-garbage!"), whole.subarray(16)])],
    ["some words", () => Buffer.from("hello\n")],
    ["only zeros", () => Buffer.alloc(4096)],
    ["random bytes", () => randomBytes(20_000)],
    [
      "a garbled page of tables",
      (whole) => Buffer.concat([whole.subarray(0, 100), randomBytes(3996), whole.subarray(4096)]),
    ],
    ["half of its pages", (whole) => whole.subarray(0, Math.floor(whole.length / 8192) * 4096)],
  ])("that holds %s is called damaged, named and left as it is", async (_, damage) => {
    await writeRun("run-1");
    for (const suffix of ["-wal", "-shm"]) await rm(`${path}${suffix}`, { force: true });
    const damaged = damage(await readFile(path));
    await writeFile(path, damaged);
    const using = async (
      opening: () => Promise<
        | {
            listRuns: (filter: object) => Promise<unknown>;
            loadEvents: (filter: object) => Promise<unknown>;
            close(): void;
          }
        | undefined
      >,
    ) => {
      const opened = await opening();
      try {
        await opened?.listRuns({});
        await opened?.loadEvents({});
      } finally {
        opened?.close();
      }
    };
    for (const opening of [openReader, open]) {
      await expect(using(opening)).rejects.toMatchObject({
        code: "STATE_DB_CORRUPT",
        message: expect.stringContaining(path),
        hint: expect.stringContaining("backup"),
      });
    }
    expect((await readFile(path)).equals(damaged)).toBe(true);
  });

  test.each(["params_json = 'x'", "status = 'sleeping'"])(
    "with a row of %s is called damaged",
    async (change) => {
      await writeRun("run-1");
      const database = openDatabase(path, { readOnly: false });
      database.exec(`UPDATE workflow_runs SET ${change}`);
      database.close();
      const journal = await open();
      await expect(journal.loadRun("run-1")).rejects.toMatchObject({
        code: "STATE_DB_CORRUPT",
        message: expect.stringContaining(path),
      });
      journal.close();
    },
  );

  test.each([
    ["a directory stands at its path", async () => mkdir(path, { recursive: true })],
    ["a file stands where its directory should be", async () => writeFile(join(root, "data"), "")],
  ])("that cannot be made because %s is said to be so", async (_, prepare) => {
    await prepare();
    await expect(open()).rejects.toMatchObject({
      code: "STATE_DB_UNWRITABLE",
      message: expect.stringContaining(path),
    });
  });

  test("that is full says so, naming file and directory, and keeps what it has", async () => {
    const connection = await openConnection({ path, onNotice });
    connection.execute("PRAGMA max_page_count = 40");
    const journal = new SqliteJournal(connection);
    await journal.createRun(newRun("run-1"), { alsoIfActive: true });
    const big = { ...newRun("run-2"), planJson: "x".repeat(1_000_000) };
    await expect(journal.createRun(big, { alsoIfActive: true })).rejects.toMatchObject({
      code: "STATE_DB_UNWRITABLE",
      message: expect.stringContaining(join(root, "data")),
      cause: expect.anything(),
    });
    await expect(journal.loadRun("run-2")).resolves.toBeUndefined();
    await journal.createRun(newRun("run-3"), { alsoIfActive: true });
    journal.close();
  });
});
