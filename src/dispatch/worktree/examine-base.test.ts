import { chownSync, existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { GitUser } from "../../../test/rig/git-repository.ts";
import type { GitBase } from "../../ports/index.ts";
import { examineBase } from "./examine-base.ts";

async function examine(user: GitUser, base: GitBase, cwd = base.root ?? user.home) {
  const warnings: string[] = [];
  const problem = await examineBase(
    { environment: user.environment, liveGroups: new Set() },
    { base, cwd, onWarning: (message) => warnings.push(message) },
  );
  return { problem, warnings };
}

describe("what worktrees are made of", () => {
  test("is a commit; nothing is said of a clean repository", async () => {
    const repository = new GitUser().repository();
    expect(await examine(repository.user, { root: repository.path, commit: repository.head })).toEqual({
      problem: undefined,
      warnings: [],
    });
  });

  test("leaves out what is not committed, and says from which commit they start", async () => {
    const { user, path, head } = new GitUser().repository();
    user.write(path, { "a.txt": "changed\n", new: "" });
    const { warnings } = await examine(user, { root: path, commit: head });
    expect(warnings).toEqual([
      `Worktrees start from commit ${head.slice(0, 12)}; the 2 uncommitted paths of ${path} are not in them.`,
    ]);
  });

  test.each([
    ["no repository", (_: GitUser) => ({}), /is not in a git repository.*git init.*isolation: worktree/],
    [
      "a repository without a commit",
      (user: GitUser) => {
        user.git(user.home, "init", "-q", "empty");
        return { root: join(user.home, "empty") };
      },
      /had no commit when the run began.*start a new run/,
    ],
    [
      "a commit that is gone",
      (user: GitUser) => ({ root: user.repository().path, commit: "1".repeat(40) }),
      /commit 1{40}, which .* does not have/,
    ],
  ])("is not to be had of %s, and it is said what to do", async (_, base, problem) => {
    const user = new GitUser();
    expect((await examine(user, base(user))).problem).toMatch(problem);
  });

  test("is not to be had in a bare repository, which is named as one", async () => {
    const user = new GitUser();
    user.git(user.home, "init", "-q", "--bare", "bare.git");
    expect((await examine(user, {}, join(user.home, "bare.git"))).problem).toMatch(
      /bare repository.*working tree/,
    );
  });

  test.runIf(process.getuid?.() === 0)(
    "is not to be had of another's repository, in git's own words",
    async () => {
      const { user, path } = new GitUser().repository();
      chownSync(path, 65_534, 65_534);
      chownSync(join(path, ".git"), 65_534, 65_534);
      const { problem } = await examine(user, { root: path });
      expect(problem).toMatch(/git cannot use the repository .*dubious ownership[\s\S]*safe\.directory/);
    },
  );

  test("is not to be had without git", async () => {
    const user = new GitUser();
    expect(existsSync("/nowhere")).toBe(false);
    const problem = await examineBase(
      { environment: { PATH: "/nowhere" }, liveGroups: new Set() },
      { base: { root: user.home }, cwd: user.home, onWarning: () => undefined },
    );
    expect(problem).toMatch(/"git" was not found/);
  });
});
