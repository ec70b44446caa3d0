import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { attemptRecord } from "../../../test/rig/build-records.ts";
import { eventually } from "../../../test/rig/dispatch-command.ts";
import { GitUser, type Repository } from "../../../test/rig/git-repository.ts";
import { isolatingDispatcher, runIsolated, worktreesOf } from "../../../test/rig/isolated-command.ts";
import { WORKTREE_KEPT_MS, WORKTREES_SWEPT_MAX } from "../../contract/index.ts";
import { findAdminDirectory } from "./admin-directory.ts";
import type { GitHost } from "./git.ts";
import { listWorktrees, pruneWorktrees, settleAttempts, sweepWorktrees } from "./worktree-keeper.ts";
import { readRecord, type WorktreeRecord, writeRecord } from "./worktree-record.ts";

const NOBODY = async () => false;
const COMMIT = "git commit -q --allow-empty -m";

function hostOf({ user }: Repository): GitHost {
  return { environment: user.environment, liveGroups: new Set() };
}

/** A host whose git is this script; the real one is `$GIT`. */
function standInFor({ user }: Repository, script: string): GitHost {
  user.write(join(user.home, "bin"), { git: `#!/bin/sh\n${script}\n` });
  chmodSync(join(user.home, "bin/git"), 0o755);
  const GIT = execFileSync("sh", ["-c", "command -v git"]).toString().trim();
  const PATH = `${join(user.home, "bin")}:${process.env.PATH}`;
  return { environment: { ...user.environment, PATH, GIT }, liveGroups: new Set() };
}

/** A worktree as a dead engine leaves it: what the script did, its maker gone. */
async function leave(
  repository: Repository,
  script: string,
  change: Partial<WorktreeRecord> = {},
): Promise<string> {
  const { told } = await runIsolated(repository, `${script}; echo x >kept`);
  const path = told[0]?.path ?? "";
  rmSync(join(path, "kept"), { force: true });
  alter(path, { maker: { pid: 1, startToken: "never" }, ...change });
  return path;
}

function alter(path: string, change: Partial<WorktreeRecord>): void {
  const record = readRecord(path);
  if (record === undefined) throw new Error(`no record of ${path}`);
  writeRecord({ ...record, ...change });
}

function age(path: string, ms: number): void {
  const then = new Date(Date.now() - ms);
  utimesSync(`${path}.json`, then, then);
}

describe("worktrees that were left", () => {
  test("are listed with what of them is nowhere else", async () => {
    const repository = new GitUser().repository();
    const clean = await leave(repository, "true");
    const dirty = await leave(repository, `${COMMIT} x; echo x >new`);
    const commits = await leave(repository, `${COMMIT} y`);
    const unknown = await leave(repository, "rm .git; git init -q; echo x >a.txt");
    const listed = await listWorktrees(hostOf(repository), worktreesOf(repository), NOBODY);
    const byPath = new Map(listed.map((worktree) => [worktree.path, worktree]));
    expect(byPath.size).toBe(4);
    expect(byPath.get(clean)).toMatchObject({ state: "clean", live: false, uncommitted: 0, salvageRefs: [] });
    expect(byPath.get(dirty)).toMatchObject({
      state: "dirty",
      uncommitted: 1,
      salvageRefs: ["refs/akm/run-1/build/solo/1"],
      unitId: "build:solo",
      repository: repository.path,
      baseCommit: repository.head,
    });
    expect(byPath.get(commits)).toMatchObject({
      state: "commits",
      salvageRefs: ["refs/akm/run-1/build/solo/1-2"],
    });
    expect(byPath.get(unknown)).toMatchObject({ state: "unknown", problem: expect.stringContaining(".git") });
  });

  test("are pruned unless something in them is nowhere else, and commits keep their refs", async () => {
    const repository = new GitUser().repository();
    const clean = await leave(repository, "true");
    const commits = await leave(repository, `${COMMIT} x`);
    repository.git("update-ref", "-d", "refs/akm/run-1/build/solo/1");
    const dirty = await leave(repository, "echo x >new");
    const { removed, notes } = await pruneWorktrees(hostOf(repository), worktreesOf(repository), NOBODY);
    expect(removed.sort()).toEqual([clean, commits].sort());
    expect(repository.subjects("run-1/build/solo/1")).toEqual(["x"]);
    expect(notes.join("\n")).toContain(dirty);
    expect(repository.worktrees()).toEqual([dirty]);
  });

  test("are left alone while their run is driven, or their maker lives", async () => {
    const repository = new GitUser().repository();
    const path = await leave(repository, "true");
    const root = worktreesOf(repository);
    expect((await pruneWorktrees(hostOf(repository), root, async () => true)).removed).toEqual([]);
    const { told } = await runIsolated(repository, "echo x >new");
    const own = told[0]?.path ?? "";
    rmSync(join(own, "new"));
    expect((await pruneWorktrees(hostOf(repository), root, NOBODY)).removed).toEqual([path]);
    expect(existsSync(own)).toBe(true);
  });

  test("are swept after seven days, and those that stay are looked at a week later again", async () => {
    const repository = new GitUser().repository();
    const [young, old, dirty] = [
      await leave(repository, "true"),
      await leave(repository, "true"),
      await leave(repository, "echo x >new"),
    ];
    age(young, WORKTREE_KEPT_MS - 60_000);
    age(old, WORKTREE_KEPT_MS + 60_000);
    age(dirty, WORKTREE_KEPT_MS + 60_000);
    const sweep = (now: Date) => sweepWorktrees(hostOf(repository), worktreesOf(repository), NOBODY, now);
    await sweep(new Date());
    expect([young, old, dirty].map((path) => existsSync(path))).toEqual([true, false, true]);
    rmSync(join(dirty, "new"));
    await sweep(new Date());
    expect(existsSync(dirty)).toBe(true);
    await sweep(new Date(Date.now() + WORKTREE_KEPT_MS + 60_000));
    expect(readdirSync(worktreesOf(repository))).toEqual([]);
  });

  test("are swept twenty at a time", async () => {
    const repository = new GitUser().repository();
    const root = worktreesOf(repository);
    const path = await leave(repository, "true");
    const record = readRecord(path);
    if (record === undefined) throw new Error(`no record of ${path}`);
    const paths = Array.from({ length: WORKTREES_SWEPT_MAX + 5 }, (_, at) => `${path}-gone-${at}`);
    for (const gone of paths) {
      writeRecord({ ...record, path: gone });
      age(gone, WORKTREE_KEPT_MS + 60_000);
    }
    const left = () => paths.filter((gone) => readRecord(gone) !== undefined).length;
    await sweepWorktrees(hostOf(repository), root, NOBODY, new Date());
    expect(left()).toBe(5);
    await sweepWorktrees(hostOf(repository), root, NOBODY, new Date());
    expect(left()).toBe(0);
  });

  test("are begun to be swept for a second, and what was begun is done", async () => {
    const repository = new GitUser().repository();
    const paths = [await leave(repository, "true"), await leave(repository, "true")].sort();
    for (const path of paths) age(path, WORKTREE_KEPT_MS + 60_000);
    const host = standInFor(repository, 'sleep 1.1; exec "$GIT" "$@"');
    await sweepWorktrees(host, worktreesOf(repository), NOBODY, new Date());
    expect(paths.map((path) => existsSync(path))).toEqual([false, true]);
  });

  test("are no longer swept once that is stopped, and are looked at the next time", async () => {
    const repository = new GitUser().repository();
    const path = await leave(repository, "true");
    age(path, WORKTREE_KEPT_MS + 60_000);
    const begun = join(repository.user.home, "begun");
    const stop = new AbortController();
    const host = { ...standInFor(repository, `touch ${begun}; sleep 60`), signal: stop.signal };
    const sweeping = sweepWorktrees(host, worktreesOf(repository), NOBODY, new Date());
    await eventually(() => existsSync(begun));
    stop.abort();
    await sweeping;
    expect(existsSync(path)).toBe(true);
    await sweepWorktrees(hostOf(repository), worktreesOf(repository), NOBODY, new Date());
    expect(existsSync(path)).toBe(false);
  });

  test("whose removal was cut are removed the next time, whatever is missing of them by then", async () => {
    const repository = new GitUser().repository();
    const path = await leave(repository, "true");
    const host = standInFor(
      repository,
      `case "$*" in *"worktree remove"*) rm ${path}/a.txt; kill -9 $$;; esac; exec "$GIT" "$@"`,
    );
    const first = await pruneWorktrees(host, worktreesOf(repository), NOBODY);
    expect(first).toEqual({ removed: [], notes: [expect.stringContaining("was ended by SIGKILL")] });
    expect(await pruneWorktrees(hostOf(repository), worktreesOf(repository), NOBODY)).toEqual({
      removed: [path],
      notes: [],
    });
  });

  test("are none where no unit ever had one", async () => {
    const repository = new GitUser().repository();
    const root = worktreesOf(repository);
    await sweepWorktrees(hostOf(repository), root, NOBODY, new Date());
    expect(await listWorktrees(hostOf(repository), root, NOBODY)).toEqual([]);
    expect(await pruneWorktrees(hostOf(repository), root, NOBODY)).toEqual({ removed: [], notes: [] });
  });

  test("are found through a link to their directory", async () => {
    const repository = new GitUser().repository();
    await leave(repository, "true");
    const link = join(repository.user.home, "link");
    symlinkSync(worktreesOf(repository), link);
    expect((await pruneWorktrees(hostOf(repository), link, NOBODY)).removed).toHaveLength(1);
  });

  test("beside something that is no record are looked after all the same", async () => {
    const repository = new GitUser().repository();
    const path = await leave(repository, "true");
    writeFileSync(join(dirname(path), "torn.json"), "{");
    mkdirSync(join(worktreesOf(repository), "stranger"));
    expect((await pruneWorktrees(hostOf(repository), worktreesOf(repository), NOBODY)).removed).toEqual([
      path,
    ]);
  });
});

describe("a worktree whose engine died", () => {
  test("while it was made is taken away, whatever is missing of it", async () => {
    const repository = new GitUser().repository();
    const path = await leave(repository, "true", { phase: "making" });
    rmSync(join(path, "a.txt"));
    const admin = findAdminDirectory(join(repository.path, ".git"), path) ?? "";
    writeFileSync(join(admin, "locked"), "initializing");
    writeFileSync(join(admin, "index.lock"), "");
    expect((await pruneWorktrees(hostOf(repository), worktreesOf(repository), NOBODY)).removed).toEqual([
      path,
    ]);
    expect(repository.worktrees()).toEqual([]);
  });

  test("before git knew of it is taken away", async () => {
    const repository = new GitUser().repository();
    const path = await leave(repository, "true", { phase: "making" });
    repository.git("worktree", "remove", "--force", path);
    mkdirSync(path);
    expect((await pruneWorktrees(hostOf(repository), worktreesOf(repository), NOBODY)).removed).toEqual([
      path,
    ]);
  });

  test("while it was removed is removed, but for what somebody put there since", async () => {
    const repository = new GitUser().repository();
    const path = await leave(repository, "true", { phase: "removing" });
    rmSync(join(path, "a.txt"));
    writeFileSync(join(path, "new"), "x");
    const prune = () => pruneWorktrees(hostOf(repository), worktreesOf(repository), NOBODY);
    expect((await prune()).removed).toEqual([]);
    rmSync(join(path, "new"));
    expect((await prune()).removed).toEqual([path]);
  });

  test("is settled by its journaled path, and its commits are told", async () => {
    const repository = new GitUser().repository();
    const [clean, dirty] = [
      await leave(repository, "true"),
      await leave(repository, `${COMMIT} x; echo x >new`),
    ];
    repository.git("update-ref", "-d", "refs/akm/run-1/build/solo/1");
    const attempts = [clean, dirty, "/nowhere"].map((worktreePath) => attemptRecord({ worktreePath }));
    const settled = await settleAttempts(hostOf(repository), attempts);
    expect(settled.map(({ refs, notes }) => [refs, notes.length])).toEqual([
      [[], 0],
      [["refs/akm/run-1/build/solo/1"], 2],
    ]);
    expect([existsSync(clean), existsSync(dirty)]).toEqual([false, true]);
  });

  test("is told of as the journal needs it", async () => {
    const repository = new GitUser().repository();
    const path = await leave(repository, `${COMMIT} x`);
    const attempt = attemptRecord({ worktreePath: path });
    const warnings: string[] = [];
    const saved = await isolatingDispatcher(repository).salvage?.([attempt], (line) => warnings.push(line));
    expect(saved).toEqual([{ attempt, worktree: { path, salvageRefs: ["refs/akm/run-1/build/solo/1"] } }]);
    expect(warnings).toEqual([
      expect.stringContaining("(interrupted): its commits"),
      expect.stringContaining(path),
    ]);
  });
});
