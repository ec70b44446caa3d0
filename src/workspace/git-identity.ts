import { withoutGitVariables } from "../lib/without-git-variables.ts";
import { nearestWith } from "./ancestors.ts";
import type { Environment } from "./directories.ts";

/** The repository a run starts in; `commit` is absent on an unborn branch or where git cannot say. */
export interface GitIdentity {
  root: string;
  commit?: string;
}

const GIT_ANSWER_MS_MAX = 10_000;

/**
 * The repository around `cwd` and the commit at its HEAD, or undefined outside one. Asks git once, and only where a
 * `.git` stands at or above `cwd`; inherited `GIT_*` variables are not passed on, since they name somebody else's
 * repository (decision R18). Never rejects.
 */
export async function readGitIdentity(cwd: string, env: Environment): Promise<GitIdentity | undefined> {
  const root = nearestWith(cwd, ".git");
  if (root === undefined) return undefined;
  const commit = await headCommit(cwd, env);
  return commit === undefined ? { root } : { root, commit };
}

async function headCommit(cwd: string, env: Environment): Promise<string | undefined> {
  const { execFile } = await import("node:child_process");
  const options = { cwd, env: withoutGitVariables(env), timeout: GIT_ANSWER_MS_MAX, windowsHide: true };
  return await new Promise((settle) => {
    execFile("git", ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], options, (_error, stdout) => {
      const commit = stdout.trim();
      settle(/^[0-9a-f]{40,64}$/.test(commit) ? commit : undefined);
    });
  });
}
