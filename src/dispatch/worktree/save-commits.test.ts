import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { GitUser, type Repository } from "../../../test/rig/git-repository.ts";
import { runIsolated } from "../../../test/rig/isolated-command.ts";
import { saveCommits } from "./save-commits.ts";
import type { WorktreeRecord } from "./worktree-record.ts";

function recordOf({ path, head }: Repository): WorktreeRecord {
  return {
    runId: "run-1",
    stepId: "build",
    unitId: "build:solo",
    attempt: 1,
    dispatchId: "dispatch-1",
    path: join(path, "none"),
    repository: path,
    commonDirectory: join(path, ".git"),
    baseCommit: head,
    createdAt: "2026-01-01T00:00:00.000Z",
    maker: { pid: 1, startToken: "never" },
    phase: "made",
  };
}

function save(repository: Repository, ends: readonly string[]) {
  const host = { environment: repository.user.environment, liveGroups: new Set<number>() };
  return saveCommits(host, recordOf(repository), ends);
}

/** Commits that know nothing of each other. */
function commitsOn(repository: Repository, count: number): string[] {
  const marks = Array.from({ length: count }, (_, at) => at + 1);
  const { head } = repository;
  const script = marks.map(
    (mark) =>
      `reset refs/heads/x\n\ncommit refs/heads/x\nmark :${mark}\ncommitter A <a@b> ${mark} +0000\ndata 1\nx\nfrom ${head}\n\n`,
  );
  const input = `${script.join("")}${marks.map((mark) => `get-mark :${mark}\n`).join("")}`;
  const { path: cwd, user } = repository;
  const told = execFileSync("git", ["fast-import", "--quiet"], { cwd, env: user.environment, input });
  repository.git("update-ref", "-d", "refs/heads/x");
  return told.toString().trim().split("\n");
}

/** Has akm's own calls of git counted from here on; a unit's are not. */
function countingGit({ user }: Repository): { environment: Record<string, string>; count(): number } {
  const log = join(user.home, "calls");
  const real = execFileSync("sh", ["-c", "command -v git"]).toString().trim();
  user.write(join(user.home, "bin"), {
    git: `#!/bin/sh\ncase "$*" in *core.hooksPath*) echo x >>${log};; esac\nexec ${real} "$@"\n`,
  });
  chmodSync(join(user.home, "bin/git"), 0o755);
  writeFileSync(log, "");
  return {
    environment: { PATH: `${join(user.home, "bin")}:${process.env.PATH}` },
    count: () => readFileSync(log, "utf8").length,
  };
}

describe("commits that a unit left", () => {
  test("are saved by as many calls of git, be it one or many", { timeout: 60_000 }, async () => {
    const calls = [1, 50].map(async (count) => {
      const repository = new GitUser().repository();
      const git = countingGit(repository);
      const script = `for i in $(seq ${count}); do git commit -q --allow-empty -m $i; git checkout -q main~0; done`;
      const run = await runIsolated(repository, script, { environment: git.environment });
      expect(run.told[1]?.salvageRefs).toHaveLength(count);
      expect(repository.salvageRefs()).toHaveLength(count);
      return git.count();
    });
    const [one, many] = await Promise.all(calls);
    expect(many).toBe(one);
  });

  test("keep the ref they have, be it another's that builds on them", async () => {
    const repository = new GitUser().repository();
    const base = repository.head;
    repository.git("checkout", "-q", "--detach");
    const [first, second] = ["first", "second"].map((subject) => {
      repository.git("commit", "-q", "--allow-empty", "-m", subject);
      return repository.head;
    });
    repository.git("update-ref", "refs/akm/run-1/build/solo/7", "HEAD");
    repository.git("checkout", "-q", base);
    const [other] = commitsOn(repository, 1);
    expect(await save(repository, [first ?? "", second ?? "", other ?? ""])).toEqual({
      ok: true,
      refs: ["refs/akm/run-1/build/solo/7", "refs/akm/run-1/build/solo/1"],
    });
    expect(repository.salvageRefs()).toHaveLength(2);
  });

  test("are all kept when two dispatches of the attempt save at once", async () => {
    const repository = new GitUser().repository();
    const commits = commitsOn(repository, 60);
    const saved = await Promise.all([
      save(repository, commits.slice(0, 30)),
      save(repository, commits.slice(30)),
    ]);
    expect(saved.map(({ ok, refs }) => [ok, refs.length])).toEqual([
      [true, 30],
      [true, 30],
    ]);
    expect(repository.git("for-each-ref", "--format=%(objectname)", "refs/akm").split("\n").sort()).toEqual(
      [...commits].sort(),
    );
  });

  test("beyond a thousand are not given refs, which is said", async () => {
    const repository = new GitUser().repository();
    const saved = await save(repository, commitsOn(repository, 1001));
    expect(saved).toMatchObject({ ok: false, problem: expect.stringContaining("more than 1000") });
    expect(saved.refs).toHaveLength(1000);
    expect(repository.salvageRefs()).toHaveLength(1000);
  });
});
