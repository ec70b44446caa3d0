import { spawnSync } from "node:child_process";
import {
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Journal, LockHolder } from "../../ports/index.ts";
import { openJournal } from "../sqlite/open-journal.ts";
import { createRunLock } from "./create-run-lock.ts";
import { thisProcess } from "./holder.ts";
import { readLockHolder } from "./read-lock-holder.ts";

const NOW = "2026-01-31T09:05:00.000Z";
const ended = spawnSync(process.execPath, ["--version"]).pid;
const me = thisProcess(NOW);

/** What differs from our own lock in one that was left behind. */
type Left = { [K in keyof LockHolder]?: LockHolder[K] | undefined };

describe("the run lock", () => {
  let root: string;
  let dir: string;
  let file: string;
  let journal: Journal;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "akm-lock-"));
    dir = join(root, "workflow-run-locks");
    file = join(dir, "run-1.lock");
    await mkdir(dir);
    journal = await openJournal({ path: join(root, "state.db"), onNotice: () => undefined });
  });
  afterEach(async () => {
    journal.close();
    await rm(root, { recursive: true });
  });
  const acquire = (takeOver = false) =>
    createRunLock({ dir, journal, now: () => NOW }).acquire("run-1", { takeOver });
  const leave = (holder: Left) => writeFile(file, JSON.stringify({ ...me, ...holder }));

  // shows: engine-196
  test("is one file that tells the whole of its holder, in a directory of its own, for this user alone", async () => {
    await rm(dir, { recursive: true });
    await acquire();
    expect(await readdir(dir)).toEqual(["run-1.lock"]);
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual(me);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
  });

  test("is free again once released, and releasing twice does nothing", async () => {
    const handle = await acquire();
    await handle.release();
    await handle.release();
    expect(await readdir(dir)).toEqual([]);
    await acquire();
  });

  test("all of a process are given up at once, without its database, but for what is another's by then", async () => {
    const lock = createRunLock({ dir, journal, now: () => NOW });
    for (const runId of ["run-1", "run-2", "run-3"]) await lock.acquire(runId, { takeOver: false });
    await leave({ pid: 1 });
    journal.close();
    lock.releaseAllNow();
    expect(await readdir(dir)).toEqual(["run-1.lock"]);
  });

  test("leaves alone what another has put in its place", async () => {
    const handle = await acquire();
    await leave({ pid: 1 });
    await handle.release();
    expect(await readdir(dir)).toEqual(["run-1.lock"]);
  });

  test("is released also when the journal is closed", async () => {
    const handle = await acquire();
    journal.close();
    await handle.release();
    expect(await readdir(dir)).toEqual([]);
  });

  test("is refused a second time in the same process, naming it", async () => {
    await acquire();
    await expect(acquire()).rejects.toMatchObject({
      code: "RUN_LEASE_HELD",
      message: `Run run-1 is driven by pid ${process.pid} on host ${hostname()} since ${NOW}.`,
    });
  });

  // shows: loop-70
  test.each<[string, Left]>([
    ["whose process has ended", { pid: ended, startToken: "1" }],
    ["whose process has ended, and which tells no more than its pid", { pid: ended, ...nothingMore() }],
    ["whose pid another process has since", { pid: process.ppid, startToken: "1" }],
    ["whose pid is ours", { startToken: "1" }],
    ["whose process has ended, from when this host had another name", { host: "renamed", pid: ended }],
    ["of an earlier boot", { bootId: "earlier" }],
    ["of an earlier boot, in another namespace then", { bootId: "earlier", pidNamespace: "pid:[1]" }],
  ])("is taken from a holder %s", async (_, holder) => {
    await leave(holder);
    expect(await readLockHolder(dir, "run-1")).toBeUndefined();
    await acquire();
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual(me);
  });

  // shows: engine-202a
  test.each<[string, Left]>([
    ["lives", { pid: process.ppid, ...nothingMore() }],
    [
      "lives, from when this host had another name",
      { host: "renamed", pid: process.ppid, startToken: undefined },
    ],
    ["took it years ago", { pid: process.ppid, ...nothingMore(), acquiredAt: "1999-01-01T00:00:00.000Z" }],
    ["took it after now, as a corrected clock has it", { acquiredAt: "2999-01-01T00:00:00.000Z" }],
  ])("is held by one that %s, also against a take-over", async (_, holder) => {
    await leave(holder);
    await utimes(file, 0, 0);
    for (const takeOver of [false, true]) {
      await expect(acquire(takeOver)).rejects.toMatchObject({ code: "RUN_LEASE_HELD" });
    }
    expect(await readLockHolder(dir, "run-1")).toMatchObject({ pid: holder.pid ?? process.pid });
  });

  test.each<[string, Left]>([
    ["another host", { host: "elsewhere", pid: ended, ...nothingMore() }],
    ["another host, of another boot", { host: "elsewhere", pid: ended, bootId: "theirs" }],
    ["another container of this host", { pid: ended, pidNamespace: "pid:[1]" }],
    [
      "another container of this host, with a name of its own",
      { host: "c1", pid: ended, pidNamespace: "pid:[1]" },
    ],
  ])("is held from %s until taken over", async (_, holder) => {
    await leave(holder);
    const refused = acquire();
    await expect(refused).rejects.toMatchObject({
      code: "RUN_LEASE_HELD",
      message: expect.stringContaining(`on host ${holder.host ?? hostname()}`),
      hint: expect.stringContaining("--take-over"),
    });
    expect(await readLockHolder(dir, "run-1")).toEqual({ ...me, ...holder });
    await acquire(true);
    expect(await readLockHolder(dir, "run-1")).toEqual(me);
  });

  test.each([
    ["nothing", ""],
    ["half of it", '{"pi'],
    ["no JSON", "not-a-pid\n"],
    ["JSON of another kind", "null"],
    ["a pid that is none", '{"pid":-1,"host":"h","acquiredAt":"t"}'],
    ["a pid of all processes", '{"pid":0,"host":"h","acquiredAt":"t"}'],
    ["no host", '{"pid":1}'],
  ])("takes a file that holds %s once it is older than two seconds", async (_, text) => {
    await writeFile(file, text);
    expect(await readLockHolder(dir, "run-1")).toBeUndefined();
    await utimes(file, new Date(), new Date(Date.now() - 3000));
    const before = performance.now();
    await acquire();
    expect(performance.now() - before).toBeLessThan(1500);
  });

  test.each([
    ["just now", 0],
    ["in the future, as a corrected clock has it", 3_600_000],
  ])("waits two seconds at most for a file left empty %s", async (_, aheadMs) => {
    await writeFile(file, "");
    await utimes(file, new Date(), new Date(Date.now() + aheadMs));
    const before = performance.now();
    await acquire();
    expect(performance.now() - before).toBeGreaterThan(1500);
  });

  test("is held by whoever fills an empty file meanwhile", async () => {
    await writeFile(file, "");
    const waiting = acquire();
    await leave({ pid: process.ppid, ...nothingMore() });
    await expect(waiting).rejects.toMatchObject({ code: "RUN_LEASE_HELD" });
  });

  test.runIf(process.platform !== "win32").each<[string, (file: string) => unknown]>([
    ["a pipe", (file) => spawnSync("mkfifo", [file])],
    ["a link to another's lock", (file) => symlink(`${file}.elsewhere`, file)],
    ["a link to a device", (file) => symlink("/dev/zero", file)],
    ["a socket", leaveSocket],
  ])("takes the place of %s like that of a torn file", async (_, make) => {
    await writeFile(`${file}.elsewhere`, JSON.stringify({ ...me, pid: process.ppid, ...nothingMore() }));
    await make(file);
    expect((await lstat(file)).isFile()).toBe(false);
    expect(await readLockHolder(dir, "run-1")).toBeUndefined();
    await acquire();
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual(me);
  });

  test("says of a directory in its place that it must be removed", async () => {
    await mkdir(file);
    const expected = {
      code: "STATE_DB_UNWRITABLE",
      message: expect.stringContaining(file),
      hint: expect.stringContaining(`Remove the directory ${file}`),
    };
    await expect(acquire()).rejects.toMatchObject(expected);
    await expect(readLockHolder(dir, "run-1")).rejects.toMatchObject(expected);
  });

  test("names the file where it cannot be made", async () => {
    await rm(dir, { recursive: true });
    await writeFile(dir, "a file where the directory should be");
    await expect(acquire()).rejects.toMatchObject({
      code: "STATE_DB_UNWRITABLE",
      message: expect.stringContaining(file),
    });
  });
});

/** One whose process has ended: closing a server would remove it. */
function leaveSocket(file: string): void {
  const program = `require("node:net").createServer().listen(process.argv[1], () => process.kill(process.pid, "SIGKILL"))`;
  spawnSync(process.execPath, ["-e", program, file]);
}

type Tokens = Pick<LockHolder, "startToken" | "bootId" | "pidNamespace">;

/** JSON leaves out what is undefined. */
function nothingMore(): { [K in keyof Tokens]: undefined } {
  return { startToken: undefined, bootId: undefined, pidNamespace: undefined };
}
