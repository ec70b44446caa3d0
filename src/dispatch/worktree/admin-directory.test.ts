import { cpSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { GitUser, type Repository } from "../../../test/rig/git-repository.ts";
import { findAdminDirectory } from "./admin-directory.ts";

function adminOf({ path }: Repository, worktree: string): string | undefined {
  const found = findAdminDirectory(join(path, ".git"), worktree);
  return found === undefined ? undefined : basename(found);
}

function add(repository: Repository, name: string): string {
  const path = join(repository.user.home, name);
  repository.git("worktree", "add", "-q", "--detach", path);
  return path;
}

describe("what a repository keeps of a worktree", () => {
  test("is found by name, without a look at the others", () => {
    const repository = new GitUser().repository();
    const path = add(repository, "unit");
    const all = join(repository.path, ".git/worktrees");
    // A copy that somebody made of it, which would be met first.
    cpSync(join(all, "unit"), join(all, "a"), { recursive: true });
    expect(adminOf(repository, path)).toBe("unit");
    rmSync(join(all, "unit"), { recursive: true });
    expect(adminOf(repository, path)).toBeUndefined();
  });

  test("is found where its name was another's, while that is there and after", () => {
    const repository = new GitUser().repository();
    const first = add(repository, "one/unit");
    const second = add(repository, "two/unit");
    expect([first, second].map((path) => adminOf(repository, path))).toEqual(["unit", "unit1"]);
    repository.git("worktree", "remove", first);
    expect([first, second].map((path) => adminOf(repository, path))).toEqual([undefined, "unit1"]);
  });
});
