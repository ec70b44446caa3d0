import { type GitHost, runGit } from "./git.ts";
import { salvageRefs, unitRefs } from "./salvage-ref.ts";
import type { WorktreeRecord } from "./worktree-record.ts";

/** More ends of one attempt than this are no work but a defect; what is beyond them keeps the worktree. */
const REFS_MAX = 1000;

export type SavedCommits = { ok: true; refs: string[] } | { ok: false; refs: string[]; problem: string };

/** Gives each end a ref, so that what is reachable from it stays when the worktree goes. An end that has one keeps that. */
export async function saveCommits(
  host: GitHost,
  record: WorktreeRecord,
  ends: readonly string[],
): Promise<SavedCommits> {
  const refs: string[] = [];
  for (const end of ends) {
    const saved = (await refOf(host, record, end)) ?? (await makeRef(host, record, end));
    if (typeof saved !== "string") return { ok: false, refs, problem: saved.problem };
    refs.push(saved);
  }
  return { ok: true, refs: [...new Set(refs)] };
}

/** The ref that already keeps the commit, from an engine that died before it was done. */
export async function refOf(
  host: GitHost,
  record: WorktreeRecord,
  commit: string,
): Promise<string | undefined> {
  const words = ["for-each-ref", "--contains", commit, "--format=%(refname)", unitRefs(record)];
  const { stdout } = await ask(host, record, words);
  return stdout.split("\n").find((line) => line !== "");
}

/** Never moves a ref that is there: another dispatch of the same attempt may have made it. */
async function makeRef(
  host: GitHost,
  record: WorktreeRecord,
  commit: string,
): Promise<string | { problem: string }> {
  const none = "0".repeat(commit.length);
  let problem = "";
  let tries = 0;
  for (const ref of salvageRefs(record)) {
    const made = await ask(host, record, ["update-ref", "--no-deref", ref, commit, none]);
    if (made.ok) return ref;
    problem = made.stderr;
    tries += 1;
    const there = await ask(host, record, ["rev-parse", "--verify", "--quiet", ref]);
    if (!there.ok || tries >= REFS_MAX) break;
  }
  return { problem };
}

function ask(host: GitHost, { commonDirectory, dispatchId }: WorktreeRecord, words: readonly string[]) {
  return runGit(host, words, { cwd: commonDirectory, gitDirectory: commonDirectory, dispatchId });
}
