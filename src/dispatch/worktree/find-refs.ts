import { type GitHost, runGit } from "./git.ts";
import { unitRefs } from "./salvage-ref.ts";
import type { WorktreeRecord } from "./worktree-record.ts";

/** `taken`: every ref that the unit has. `keptAs`: by commit, the ref that keeps it, for those that one keeps. */
export type FoundRefs =
  | { ok: true; taken: Set<string>; keptAs: Map<string, string> }
  | { ok: false; problem: string };

/** The refs of the unit that keep these commits, which are none of the base's: as their own, or as part of what was built on them. */
export async function findRefs(
  host: GitHost,
  record: WorktreeRecord,
  commits: readonly string[],
): Promise<FoundRefs> {
  const { commonDirectory, dispatchId, baseCommit } = record;
  const keptAs = new Map<string, string>();
  if (commits.length === 0) return { ok: true, taken: new Set(), keptAs };
  const ask = (words: readonly string[], stdin = "") =>
    runGit(host, words, { cwd: commonDirectory, gitDirectory: commonDirectory, dispatchId, stdin });
  const listed = await ask(["for-each-ref", "--format=%(objectname) %(refname)", unitRefs(record)]);
  if (!listed.ok) return { ok: false, problem: listed.stderr };
  const refs = pairsIn(listed.stdout);
  const taken = new Set(refs.map(([, ref]) => ref));
  const note = (pairs: readonly Pair[]) => {
    for (const [commit, ref] of pairs) if (!keptAs.has(commit)) keptAs.set(commit, ref);
  };
  note(refs);
  if (refs.length === 0 || commits.every((commit) => keptAs.has(commit))) return { ok: true, taken, keptAs };
  const reached = await ask(
    ["log", "--no-show-signature", "--format=%H %S", "--stdin"],
    `${[...taken].join("\n")}\n^${baseCommit}\n`,
  );
  if (!reached.ok) return { ok: false, problem: reached.stderr };
  note(pairsIn(reached.stdout));
  return { ok: true, taken, keptAs };
}

type Pair = [commit: string, ref: string];

function pairsIn(text: string): Pair[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Pair => {
      const at = line.indexOf(" ");
      return [line.slice(0, at), line.slice(at + 1)];
    });
}
