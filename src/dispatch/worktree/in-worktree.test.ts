import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { GitUser, Repository } from "../../../test/rig/git-repository.ts";
import { type Isolated, runIsolated, worktreesOf } from "../../../test/rig/isolated-command.ts";

const COMMIT = "git commit -q --allow-empty -m";

/** The worktree the unit had. */
function pathOf({ told }: Isolated): string {
  return told[0]?.path ?? "";
}

function expectGone(repository: Repository, run: Isolated): void {
  expect(run.warnings).toEqual([]);
  expect(pathOf(run)).toMatch(/^\/.*worktrees\/run-1\/build-solo-1-/);
  expect(readdirSync(worktreesOf(repository))).toEqual([]);
  expect(repository.worktrees()).toEqual([]);
}

function expectKept(run: Isolated, why: RegExp): void {
  expect(existsSync(pathOf(run))).toBe(true);
  expect(run.warnings.join("\n")).toMatch(why);
  expect(run.warnings.join("\n")).toContain(pathOf(run));
}

describe("a unit in a worktree", () => {
  // shows: engine-210, engine-214, engine-226
  test("works on a detached checkout of the base commit, which is gone afterwards", async () => {
    const repository = new GitUser().repository();
    repository.user.write(repository.path, { "a.txt": "changed\n", new: "" });
    const run = await runIsolated(repository, "pwd; cat a.txt; ls; git status -sb | head -1");
    expect(run.outcome).toEqual({
      status: "completed",
      result: `${pathOf(run)}\none\na.txt\nsub\n## HEAD (no branch)`,
    });
    expectGone(repository, run);
  });

  // shows: engine-215, engine-219
  test.each([
    ["an untracked file", "echo x >new", 1],
    [
      "an untracked file, where the user has git not show them",
      "git config status.showUntrackedFiles no; echo x >new",
      1,
    ],
    ["untracked files in new directories", "mkdir -p d/e; echo x >d/e/f; echo y >d/g", 2],
    ["an edit", "echo x >>a.txt", 1],
    [
      "an edit of the same size and time",
      "touch -r a.txt t; printf 'One\\n' >a.txt; touch -r t a.txt; rm t",
      1,
    ],
    ["a deletion", "rm sub/b.txt", 1],
    ["everything deleted, git's own pointer too", "rm -rf ./* .git*", 3],
    ["something staged", "echo x >new; git add new; rm new", 1],
    ["a repository inside", "git init -q inner; echo x >inner/f", 1],
    ["an edit that git was told to overlook", "git update-index --assume-unchanged a.txt; echo x >a.txt", 1],
    ["an edit that git was told to skip", "git update-index --skip-worktree a.txt; echo x >a.txt", 1],
  ])("that leaves %s has its worktree kept", async (_, script, count) => {
    const repository = new GitUser().repository();
    const run = await runIsolated(repository, script);
    expect(run.outcome.status).toBe("completed");
    expectKept(run, new RegExp(`\\(with ${count} uncommitted path`));
    expect(run.told).toHaveLength(1);
  });

  test("whose repository was replaced by another has its worktree kept", async () => {
    const run = await runIsolated(
      new GitUser().repository(),
      "rm .git; git init -q; git add .; git commit -qm own",
    );
    expectKept(run, /Its \.git is not the one/);
  });

  test("that git was made to forget has its worktree kept", async () => {
    const run = await runIsolated(
      new GitUser().repository(),
      'rm -rf "$(git rev-parse --absolute-git-dir)"; echo x >a.txt',
    );
    expectKept(run, /does not know it any more/);
  });

  test.each([
    ["by a link", 'rm -rf "$p"; ln -s ~/elsewhere "$p"'],
    ["by a file", 'rm -rf "$p"; echo work >"$p"'],
    ["by a link where git forgot it", 'rm -rf "$p"; git worktree prune; ln -s ~/elsewhere "$p"'],
    ["by a file where git forgot it", 'rm -rf "$p"; git worktree prune; echo work >"$p"'],
    [
      "by a link above it",
      'd=$(dirname "$p"); mv "$d" "$d-moved"; mkdir -p ~/elsewhere/$(basename "$p"); ln -s ~/elsewhere "$d"',
    ],
  ])("that replaced its worktree %s has that left alone, and what is behind it", async (_, script) => {
    const repository = new GitUser().repository();
    const elsewhere = join(repository.user.home, "elsewhere");
    repository.user.write(elsewhere, {});
    chmodSync(elsewhere, 0o755);
    const run = await runIsolated(repository, `p=$PWD; cd ${repository.path}; ${script}`);
    expect(run.outcome.status).toBe("completed");
    expect(run.warnings.join("\n")).toContain("Something else stands at its place.");
    expect(lstatSync(pathOf(run), { throwIfNoEntry: false })).toBeDefined();
    expect(statSync(elsewhere).mode & 0o777).toBe(0o755);
    expect(readdirSync(elsewhere).flatMap((name) => readdirSync(join(elsewhere, name)))).toEqual([]);
  });

  test("that locked its worktree has it kept", async () => {
    expectKept(await runIsolated(new GitUser().repository(), "git worktree lock ."), /locked/);
  });

  // shows: engine-214, engine-219
  test.each([
    ["what the repository ignores", "echo x >x.log; mkdir -p build/deep; echo y >build/deep/o"],
    ["ignored directories made read-only", "mkdir -p build/a/b; echo x >build/a/b/c; chmod -R a-w build"],
    ["an older commit checked out", "git checkout -q HEAD~0; git checkout -q main~0"],
    ["a branch without commits", "git checkout -q -b topic"],
    ["no .git", "rm .git"],
    ["nothing at all", 'cd /; rm -rf "$OLDPWD"'],
    ["a stale lock of git's", 'touch "$(git rev-parse --git-dir)/index.lock"'],
  ])("that leaves %s has it removed", async (_, script) => {
    const repository = new GitUser().repository();
    expectGone(repository, await runIsolated(repository, script));
  });

  test.each<[string, string, string[][]]>([
    ["commits", `${COMMIT} x; ${COMMIT} y`, [["y", "x"]]],
    ["commits on a branch", `git checkout -q -b topic; ${COMMIT} x`, [["x"]]],
    ["amends", `${COMMIT} x; git commit -q --amend --allow-empty -m y`, [["y"], ["x"]]],
    ["commits and takes them back", `${COMMIT} x; git reset -q --hard HEAD~1`, [["x"]]],
    ["commits and goes back", `${COMMIT} x; git checkout -q main~0`, [["x"]]],
    ["commits beside a history of its own", `git checkout -q --orphan o; ${COMMIT} x`, [["x"]]],
    [
      "notes a commit under a ref of the worktree",
      `c=$(git commit-tree -m x HEAD^{tree}); git update-ref refs/worktree/w $c`,
      [["x"]],
    ],
    [
      "commits without a reflog",
      `git config core.logAllRefUpdates false; ${COMMIT} x; git reset -q --hard HEAD~1`,
      [["x"]],
    ],
    ["commits and deletes all files", `echo n >n; git add n; git commit -qm x; rm -rf ./* .git`, [["x"]]],
    ["commits and deletes the worktree", `${COMMIT} x; cd /; rm -rf "$OLDPWD"`, [["x"]]],
  ])("that %s has the commits kept under refs", async (_, script, expected) => {
    const repository = new GitUser().repository();
    const run = await runIsolated(repository, script);
    expect(run.outcome.status).toBe("completed");
    const refs = ["run-1/build/solo/1", "run-1/build/solo/1-2"].slice(0, expected.length);
    expect(repository.salvageRefs()).toEqual(refs);
    expect(refs.map((ref) => repository.subjects(ref))).toEqual(expected);
    expect(run.told[1]).toEqual({ path: pathOf(run), salvageRefs: refs.map((ref) => `refs/akm/${ref}`) });
    expect(run.warnings[0]).toContain(`its commits are kept as refs/akm/${refs[0]}`);
  });

  test("that commits and nothing else has its worktree kept too", async () => {
    const run = await runIsolated(new GitUser().repository(), `${COMMIT} x`);
    expectKept(run, /\(with its commits\)/);
  });

  test("that stashes has its changes in the repository's stash", async () => {
    const repository = new GitUser().repository();
    expectGone(repository, await runIsolated(repository, "echo x >a.txt; git stash -q"));
    expect(repository.git("show", "stash@{0}:a.txt")).toBe("x");
  });

  test("never takes over the ref of another dispatch", async () => {
    const repository = new GitUser().repository();
    await runIsolated(repository, `${COMMIT} first`);
    await runIsolated(repository, `${COMMIT} second`);
    expect(repository.salvageRefs().map((ref) => repository.subjects(ref))).toEqual([["first"], ["second"]]);
  });

  // shows: engine-215
  test("that fails or runs out of time has its work kept", async () => {
    const repository = new GitUser().repository();
    const failed = await runIsolated(repository, "echo x >new; exit 3");
    expect(failed.outcome).toMatchObject({ status: "failed", failureReason: "non_zero_exit" });
    expectKept(failed, /1 uncommitted path/);
    const late = await runIsolated(repository, "echo x >new; echo ready; sleep 60", { timeoutMs: 300 });
    expect(late.outcome).toMatchObject({ failureReason: "timeout" });
    expectKept(late, /1 uncommitted path/);
  });

  // shows: engine-215
  test("that is stopped has its work kept", async () => {
    const repository = new GitUser().repository();
    const stop = new AbortController();
    const run = await runIsolated(repository, "echo x >new; sleep 60", {
      signal: stop.signal,
      onProcess: () => setTimeout(() => stop.abort(), 300),
    });
    expect(run.outcome).toMatchObject({ failureReason: "aborted" });
    expectKept(run, /1 uncommitted path/);
  });
});

describe("where a unit works", () => {
  test("is the place its directory has in the repository", async () => {
    const repository = new GitUser().repository("mit Leerzeichen – ünïcödé 💩");
    const run = await runIsolated(repository, "cat b.txt; git rev-parse --show-prefix", {
      cwd: join(repository.path, "sub"),
    });
    expect(run.outcome).toEqual({ status: "completed", result: "two\nsub/" });
    expectGone(repository, run);
  });

  test("is made where the commit does not have it, and leaves nothing", async () => {
    const repository = new GitUser().repository();
    const cwd = join(repository.path, "not/yet");
    repository.user.write(cwd, {});
    const run = await runIsolated(repository, "pwd", { cwd });
    expect(run.outcome).toMatchObject({ result: `${pathOf(run)}/not/yet` });
    expectGone(repository, run);
  });

  test("is never out of the worktree, whatever the commit has there", async () => {
    const repository = new GitUser().repository();
    symlinkSync("/tmp", join(repository.path, "out"));
    repository.git("add", "out");
    repository.git("commit", "-qm", "link");
    const run = await runIsolated(repository, "pwd", { cwd: join(repository.path, "out/x") });
    expect(run.outcome).toMatchObject({
      failureReason: "worktree_failed",
      error: expect.stringMatching(/nothing was started.*\n.*leads out/),
    });
    expect(repository.worktrees()).toEqual([]);
  });

  // shows: schema-378b
  test("is below the relative directory of its command", async () => {
    const repository = new GitUser().repository();
    const run = await runIsolated(repository, "cat b.txt", { directory: "sub" });
    expect(run.outcome).toEqual({ status: "completed", result: "two" });
  });
});

describe("a repository", () => {
  test("with a detached HEAD, or a linked worktree of a bare one, will do", async () => {
    const repository = new GitUser().repository();
    repository.git("checkout", "-q", "--detach");
    expectGone(repository, await runIsolated(repository, "true"));
    repository.git("clone", "-q", "--bare", ".", "../bare.git");
    repository.user.git(join(repository.user.home, "bare.git"), "worktree", "add", "-q", "../linked", "main");
    const linked = new Repository(repository.user, join(repository.user.home, "linked"));
    const run = await runIsolated(linked, `${COMMIT} x; git reset -q --hard HEAD~1`);
    expect(run.outcome.status).toBe("completed");
    expect(linked.subjects("run-1/build/solo/1")).toEqual(["x"]);
  });

  test("that is shallow will do, and its commits are kept", async () => {
    const user = new GitUser();
    const full = user.repository("full");
    full.git("commit", "-q", "--allow-empty", "-m", "second");
    user.git(user.home, "clone", "-q", "--depth", "1", `file://${full.path}`, "shallow");
    const shallow = new Repository(user, join(user.home, "shallow"));
    const run = await runIsolated(shallow, `${COMMIT} x`);
    expect(run.outcome.status).toBe("completed");
    expect(shallow.subjects("run-1/build/solo/1")).toEqual(["x"]);
  });

  test("whose hooks fail is used all the same, and they still run for the unit", async () => {
    const repository = new GitUser().repository();
    for (const name of ["post-checkout", "reference-transaction"]) {
      const hook = join(repository.path, ".git/hooks", name);
      writeFileSync(hook, "#!/bin/sh\nexit 1\n");
      chmodSync(hook, 0o755);
    }
    const run = await runIsolated(repository, `${COMMIT} x || echo refused`);
    expect(run.outcome).toEqual({ status: "completed", result: "refused" });
    expectGone(repository, run);
  });

  test("whose filters leave a process that lives on does not wait for it", async () => {
    const repository = new GitUser().repository();
    const { home } = repository.user;
    repository.git("config", "filter.lingering.smudge", "setsid sleep 60 <&- >&- & echo $! >>~/left; cat");
    writeFileSync(join(repository.path, ".gitattributes"), "a.txt filter=lingering\n");
    repository.git("add", ".");
    repository.git("commit", "-qm", "filter");
    const startedAt = performance.now();
    const run = await runIsolated(repository, "cat a.txt");
    const took = performance.now() - startedAt;
    const left = readFileSync(join(home, "left"), "utf8").trim().split("\n").map(Number);
    onTestFinished(() => {
      for (const pid of left) process.kill(pid, "SIGKILL");
    });
    expect(run.outcome).toEqual({ status: "completed", result: "one" });
    expect(took).toBeLessThan(30_000);
    expectGone(repository, run);
  });

  test("is the one of the directory, whatever GIT_ variables akm was started with", async () => {
    const user = new GitUser();
    const repository = user.repository();
    const other = user.repository("other", { z: "" });
    const run = await runIsolated(repository, "ls; git rev-parse HEAD", {
      environment: {
        GIT_DIR: join(other.path, ".git"),
        GIT_WORK_TREE: other.path,
        GIT_INDEX_FILE: join(other.path, ".git/index"),
        GIT_OBJECT_DIRECTORY: join(other.path, ".git/objects"),
        GIT_COMMON_DIR: join(other.path, ".git"),
        GIT_CEILING_DIRECTORIES: "/",
        GIT_NAMESPACE: "x",
      },
    });
    expect(run.outcome).toEqual({ status: "completed", result: `a.txt\nsub\n${repository.head}` });
    expectGone(repository, run);
    expect(other.git("status", "--porcelain")).toBe("");
  });

  test.each<[string, (repository: Repository) => { root: string; commit: string }, RegExp]>([
    ["gone", ({ path, head }) => ({ root: `${path}-gone`, commit: head }), /is gone/],
    ["without the commit", ({ path }) => ({ root: path, commit: "1".repeat(40) }), /could be made/],
  ])("that is %s fails the attempt, with nothing left", async (_, base, problem) => {
    const repository = new GitUser().repository();
    const run = await runIsolated(repository, "true", { worktreeOf: base(repository) });
    expect(run.outcome).toMatchObject({
      status: "failed",
      failureReason: "worktree_failed",
      error: expect.stringMatching(problem),
    });
    expect(repository.worktrees()).toEqual([]);
  });

  test("gives eight units at once, and others beside them, a worktree each", {
    timeout: 60_000,
  }, async () => {
    const repository = new GitUser().repository();
    let over = false;
    const beside = (async () => {
      for (let count = 0; !over; count += 1) {
        const path = join(repository.user.home, `beside-${count}`);
        await new Promise((later) => setTimeout(later, 5));
        if (repository.user.gitSucceeds(repository.path, "worktree", "add", "-q", "--detach", path))
          repository.user.gitSucceeds(repository.path, "worktree", "remove", path);
      }
    })();
    const runs = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        runIsolated(repository, "cat a.txt", { unitId: `build:${index.toString(16).padStart(16, "0")}` }),
      ),
    );
    over = true;
    await beside;
    expect(runs.map(({ outcome }) => outcome)).toEqual(
      runs.map(() => ({ status: "completed", result: "one" })),
    );
    expect(repository.worktrees()).toEqual([]);
  });
});

describe("a submodule", () => {
  function withSubmodule(): Repository {
    const user = new GitUser();
    const library = user.repository("library", { l: "library\n" });
    const repository = user.repository();
    repository.git("submodule", "--quiet", "add", `file://${library.path}`, "lib");
    repository.git("commit", "-qm", "submodule");
    return repository;
  }
  const INIT = "git submodule --quiet update --init";

  test("is left as git leaves it", async () => {
    const repository = withSubmodule();
    const run = await runIsolated(repository, "ls lib");
    expect(run.outcome).toEqual({ status: "completed" });
    expectGoneBut(run);
  });

  test("that was filled and not changed goes with the worktree", async () => {
    const repository = withSubmodule();
    const run = await runIsolated(repository, `${INIT}; cat lib/l`);
    expect(run.outcome).toEqual({ status: "completed", result: "library" });
    expectGone(repository, run);
  });

  test.each([
    ["edited", "echo x >>lib/l", /1 uncommitted path/],
    ["given a new file", "echo x >lib/new", /1 uncommitted path/],
    ["committed to", `cd lib; ${COMMIT} x`, /1 uncommitted path/],
    ["committed to and put back", `cd lib; ${COMMIT} x; git checkout -q HEAD~1`, /has commits of its own/],
    ["stashed in", "cd lib; echo x >>l; git stash -q", /has commits of its own/],
  ])("that was %s keeps the worktree", async (_, script, why) => {
    expectKept(await runIsolated(withSubmodule(), `${INIT}; ${script}`), why);
  });

  function expectGoneBut(run: Isolated): void {
    expect(existsSync(pathOf(run))).toBe(false);
  }
});

test("a worktree that was kept has all that the unit wrote", async () => {
  const run = await runIsolated(new GitUser().repository(), "printf 'a\\0b' >new; echo x >>a.txt");
  expect(readFileSync(join(pathOf(run), "new"), "latin1")).toBe("a\0b");
  expect(readFileSync(join(pathOf(run), "a.txt"), "latin1")).toBe("one\nx\n");
});
