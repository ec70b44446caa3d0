import type { GitHost } from "./git.ts";
import { type Probe, probeWorktree } from "./probe-worktree.ts";
import { discardUnused, removeWorktree } from "./remove-worktree.ts";
import { saveCommits } from "./save-commits.ts";
import { readRecord, type WorktreeRecord } from "./worktree-record.ts";

/** What became of a worktree that nothing works in any more. `refs`: under which its commits are kept. */
export type Settled =
  | { kind: "removed"; refs: string[] }
  | { kind: "kept"; refs: string[]; uncommitted: number; problem?: string };

export interface SettleOptions {
  /** Once its commits are under refs, a worktree with nothing else in it goes too: when it is old, or was asked to. */
  removesSaved: boolean;
}

/**
 * Saves and clears up: commits beyond the base get a ref first, whatever else is so; a worktree that then holds nothing that is nowhere
 * else is removed; any other stays as it is. Never rejects.
 */
export async function settleWorktree(
  host: GitHost,
  record: WorktreeRecord,
  { removesSaved }: SettleOptions,
): Promise<Settled> {
  try {
    if (record.phase === "making") return settled(await discardUnused(host, record), []);
    const probe = await probeWorktree(host, record);
    const saved = await saveCommits(host, record, probe.ends);
    const { refs } = saved;
    const problem = saved.ok ? probe.problem : saved.problem;
    if (problem !== undefined) return { kind: "kept", refs, uncommitted: probe.uncommitted, problem };
    if (holdsWork(probe, removesSaved)) return { kind: "kept", refs, uncommitted: probe.uncommitted };
    return settled(await removeWorktree(host, record, probe), refs);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { kind: "kept", refs: [], uncommitted: 0, problem };
  }
}

/** By its path alone, as a journal knows it; undefined when there is none, or none of ours. */
export async function settleByPath(
  host: GitHost,
  path: string,
  options: SettleOptions,
): Promise<Settled | undefined> {
  const record = readRecord(path);
  return record === undefined ? undefined : await settleWorktree(host, record, options);
}

function holdsWork({ uncommitted, ends }: Probe, removesSaved: boolean): boolean {
  return uncommitted > 0 || (ends.length > 0 && !removesSaved);
}

function settled(problem: string | undefined, refs: string[]): Settled {
  return problem === undefined ? { kind: "removed", refs } : { kind: "kept", refs, uncommitted: 0, problem };
}
