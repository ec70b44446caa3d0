import { findRefs } from "./find-refs.ts";
import { type GitHost, runGit } from "./git.ts";
import { salvageRefs } from "./salvage-ref.ts";
import type { WorktreeRecord } from "./worktree-record.ts";

/** More ends of one attempt than this are no work but a defect; what is beyond them keeps the worktree. */
const REFS_MAX = 1000;
/** Another dispatch of the same attempt may take a name that was free a moment ago. */
const TRIES_MAX = 5;

export type SavedCommits = { ok: true; refs: string[] } | { ok: false; refs: string[]; problem: string };

/**
 * Gives each end a ref, so that what is reachable from it stays when the worktree goes. An end that has one, from an engine that died before
 * it was done, keeps that; a ref that is there is never moved. It takes the same few calls of git for one end as for hundreds.
 */
export async function saveCommits(
  host: GitHost,
  record: WorktreeRecord,
  ends: readonly string[],
): Promise<SavedCommits> {
  for (let tries = 1; ; tries += 1) {
    const found = await findRefs(host, record, ends);
    if (!found.ok) return { ok: false, refs: [], problem: found.problem };
    const { taken, keptAs } = found;
    const unkept = ends.filter((end) => !keptAs.has(end));
    const making = nameEach(unkept, record, taken);
    const made = await makeRefs(host, record, making);
    if (!made.ok && tries < TRIES_MAX) continue;
    if (made.ok) for (const { commit, ref } of making) keptAs.set(commit, ref);
    const refs = [...new Set(ends.flatMap((end) => keptAs.get(end) ?? []))];
    if (!made.ok) return { ok: false, refs, problem: made.problem };
    if (making.length === unkept.length) return { ok: true, refs };
    return { ok: false, refs, problem: `It has more than ${REFS_MAX} commits that nothing builds on.` };
  }
}

interface Naming {
  commit: string;
  ref: string;
}

/** As many as there are names for. */
function nameEach(commits: readonly string[], record: WorktreeRecord, taken: ReadonlySet<string>): Naming[] {
  const free = salvageRefs(record, REFS_MAX).filter((ref) => !taken.has(ref));
  return commits.flatMap((commit, at) => {
    const ref = free[at];
    return ref === undefined ? [] : [{ commit, ref }];
  });
}

/** All of them or none. */
async function makeRefs(
  host: GitHost,
  { commonDirectory, dispatchId }: WorktreeRecord,
  making: readonly Naming[],
): Promise<{ ok: true } | { ok: false; problem: string }> {
  if (making.length === 0) return { ok: true };
  const lines = making.map(({ ref, commit }) => `option no-deref\ncreate ${ref} ${commit}\n`);
  const answer = await runGit(host, ["update-ref", "--stdin"], {
    cwd: commonDirectory,
    gitDirectory: commonDirectory,
    dispatchId,
    stdin: lines.join(""),
  });
  return answer.ok ? { ok: true } : { ok: false, problem: answer.stderr };
}
