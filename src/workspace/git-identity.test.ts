import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempTree } from "../../test/rig/temp-tree.ts";
import { withoutGitVariables } from "../lib/without-git-variables.ts";
import { readGitIdentity } from "./git-identity.ts";

const IDENTITY = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "commit.gpgsign=false"];

function git(cwd: string, ...args: string[]): string {
  return execFileSync("git", [...IDENTITY, ...args], {
    cwd,
    encoding: "utf8",
    env: cleanEnvironment(),
  }).trim();
}

function cleanEnvironment(): NodeJS.ProcessEnv {
  return withoutGitVariables(process.env);
}

describe("readGitIdentity", () => {
  test("names the repository and the commit at its HEAD, from anywhere inside", async () => {
    const root = tempTree({ "src/x": "1" });
    git(root, "init", "-q");
    git(root, "add", ".");
    git(root, "commit", "-q", "-m", "first");
    const commit = git(root, "rev-parse", "HEAD");
    expect(await readGitIdentity(join(root, "src"), process.env)).toEqual({ root, commit });
  });

  test("an unborn branch has no commit", async () => {
    const root = tempTree();
    git(root, "init", "-q");
    expect(await readGitIdentity(root, process.env)).toEqual({ root });
  });

  test("outside a repository there is none, and git is not asked", async () => {
    expect(await readGitIdentity(tempTree(), { PATH: "" })).toBeUndefined();
  });

  test("without git the root is known all the same", async () => {
    const root = tempTree();
    mkdirSync(join(root, ".git"));
    expect(await readGitIdentity(root, { PATH: "" })).toEqual({ root });
  });

  test("inherited GIT_ variables do not lead to another repository", async () => {
    const other = tempTree({ x: "1" });
    git(other, "init", "-q");
    git(other, "add", ".");
    git(other, "commit", "-q", "-m", "first");
    const root = tempTree();
    git(root, "init", "-q");
    expect(await readGitIdentity(root, { ...process.env, GIT_DIR: join(other, ".git") })).toEqual({ root });
  });
});
