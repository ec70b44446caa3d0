import type { GitBase } from "../../ports/index.ts";
import { type GitHost, runGit } from "./git.ts";

export interface BaseExamination {
  base: GitBase;
  /** The directory the run works in. */
  cwd: string;
  onWarning(message: string): void;
}

/**
 * Why no worktree of the run's commit can be made, with what to do about it, or undefined when one can. Also says what is in the repository's
 * directory and will not be in the worktrees.
 */
export async function examineBase(
  host: GitHost,
  { base: { root, commit }, cwd, onWarning }: BaseExamination,
): Promise<string | undefined> {
  if (root === undefined) return await explainNoRepository(host, cwd);
  if (commit === undefined) return await explainNoCommit(host, root);
  const found = await runGit(host, ["cat-file", "-e", `${commit}^{commit}`], { cwd: root });
  if (!found.ok)
    return (
      `The worktrees would start from commit ${commit}, which ${root} does not have (any more): ${found.stderr || "it was removed"}. ` +
      "Fetch it again, or start a new run."
    );
  const status = await runGit(host, ["status", "--porcelain", "-z", "--no-renames"], { cwd: root });
  const changes = status.stdout.split("\0").filter((line) => line !== "").length;
  if (changes > 0)
    onWarning(
      `Worktrees start from commit ${commit.slice(0, 12)}; the ${changes} uncommitted ${changes === 1 ? "path" : "paths"} of ${root} ${changes === 1 ? "is" : "are"} not in them.`,
    );
  return undefined;
}

async function explainNoRepository(host: GitHost, cwd: string): Promise<string> {
  const bare = await runGit(host, ["rev-parse", "--is-bare-repository"], { cwd });
  if (bare.ok && bare.stdout.trim() === "true")
    return (
      `${cwd} is in a bare repository, which has no files to work on. ` +
      "Run in a working tree of it (git worktree add <dir> makes one), or take isolation: worktree out."
    );
  return (
    `${cwd} is not in a git repository, so no worktree can be made. ` +
    "Make it one (git init, and a first commit) and start a new run, or take isolation: worktree out."
  );
}

/** No commit was found when the run began: there is none, or git could not say. */
async function explainNoCommit(host: GitHost, root: string): Promise<string> {
  const asked = await runGit(host, ["rev-parse", "--git-dir"], { cwd: root });
  if (!asked.ok)
    return `git cannot use the repository ${root}, so no worktree can be made: ${asked.stderr} Mend that and start a new run.`;
  return (
    `The repository ${root} had no commit when the run began, and a worktree starts from one. ` +
    "Commit what the units need and start a new run."
  );
}
