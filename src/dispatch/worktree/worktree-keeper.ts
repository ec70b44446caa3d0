import { realpathSync } from "node:fs";
import { WORKTREE_KEPT_MS, WORKTREES_SWEPT_MAX, WORKTREES_SWEPT_MS_MAX } from "../../contract/index.ts";
import type { ListedWorktree } from "../../ports/index.ts";
import type { AttemptRecord } from "../../run/index.ts";
import { isStillThere } from "../process/process-identity.ts";
import { describeSettled } from "./describe-settled.ts";
import { findRefs } from "./find-refs.ts";
import type { GitHost } from "./git.ts";
import { type Probe, probeWorktree } from "./probe-worktree.ts";
import { settleByPath, settleWorktree } from "./settle-worktree.ts";
import {
  listWorktreePaths,
  readRecord,
  recordAge,
  touchRecord,
  type WorktreeRecord,
} from "./worktree-record.ts";

/** Whether an engine, of this data directory or of another machine, drives the run. */
export type IsHeld = (runId: string) => Promise<boolean>;

/** What is in the directory of worktrees, in the order of runs and names. Changes nothing but a deleted `.git`, which it puts back. */
export async function listWorktrees(host: GitHost, root: string, isHeld: IsHeld): Promise<ListedWorktree[]> {
  const listed: ListedWorktree[] = [];
  for (const record of recordsIn(root)) listed.push(await look(host, record, isHeld));
  return listed;
}

/**
 * Removes what nobody works in and holds nothing that is nowhere else, after giving commits a ref. Resolves with the paths that are gone, and
 * with what it had to say.
 */
export async function pruneWorktrees(
  host: GitHost,
  root: string,
  isHeld: IsHeld,
): Promise<{ removed: string[]; notes: string[] }> {
  const removed: string[] = [];
  const notes: string[] = [];
  for (const record of recordsIn(root)) {
    if (await isLive(record, isHeld)) continue;
    const settled = await settleWorktree(host, record, { removesSaved: true });
    if (settled.kind === "removed") removed.push(record.path);
    notes.push(...describeSettled(settled, record.path));
  }
  return { removed, notes };
}

/**
 * The same for what was not looked at for seven days; what has to stay then is left alone for another seven. A start of akm waits for it, so it
 * looks at {@link WORKTREES_SWEPT_MAX} at most and begins none after {@link WORKTREES_SWEPT_MS_MAX}; one that it began is not cut for that, or a
 * big one would be begun in vain each time. Ends when the host's signal aborts. Never rejects.
 */
export async function sweepWorktrees(host: GitHost, root: string, isHeld: IsHeld, now: Date): Promise<void> {
  const old = (path: string) => (recordAge(path, now) ?? 0) > WORKTREE_KEPT_MS;
  const endsAt = performance.now() + WORKTREES_SWEPT_MS_MAX;
  let looks = 0;
  for (const record of recordsIn(root, old)) {
    if (host.signal?.aborted || looks >= WORKTREES_SWEPT_MAX || performance.now() >= endsAt) return;
    if (await isLive(record, isHeld)) continue;
    looks += 1;
    const settled = await settleWorktree(host, record, { removesSaved: true });
    if (settled.kind === "kept" && !host.signal?.aborted) touchRecord(record, now);
  }
}

/** What a dead engine's attempts left; told in the order of the attempts. Never rejects. */
export async function settleAttempts(
  host: GitHost,
  attempts: readonly AttemptRecord[],
): Promise<{ attempt: AttemptRecord; refs: string[]; notes: string[] }[]> {
  const told: { attempt: AttemptRecord; refs: string[]; notes: string[] }[] = [];
  for (const attempt of attempts) {
    const { worktreePath: path } = attempt;
    if (path === undefined) continue;
    const settled = await settleByPath(host, path, { removesSaved: false });
    if (settled === undefined) continue;
    told.push({ attempt, refs: settled.refs, notes: describeSettled(settled, path) });
  }
  return told;
}

async function look(host: GitHost, record: WorktreeRecord, isHeld: IsHeld): Promise<ListedWorktree> {
  const { runId, stepId, unitId, attempt, path, repository, baseCommit, createdAt, phase } = record;
  const live = await isLive(record, isHeld);
  const worktree = { runId, stepId, unitId, attempt, path, repository, baseCommit, createdAt, live };
  // No unit has been in it.
  if (phase === "making") return { ...worktree, uncommitted: 0, salvageRefs: [], state: "clean" };
  const probe = await probeWorktree(host, record);
  const found = await findRefs(host, record, probe.ends);
  return {
    ...worktree,
    state: stateOf(probe),
    uncommitted: probe.uncommitted,
    salvageRefs: found.ok ? [...new Set(probe.ends.flatMap((end) => found.keptAs.get(end) ?? []))] : [],
    ...(probe.problem === undefined ? {} : { problem: probe.problem }),
  };
}

function stateOf({ uncommitted, ends, problem }: Probe): ListedWorktree["state"] {
  if (uncommitted > 0) return "dirty";
  if (problem !== undefined) return "unknown";
  return ends.length > 0 ? "commits" : "clean";
}

/** Who made it may belong to another data directory, whose locks are not seen from here. */
async function isLive({ runId, maker }: WorktreeRecord, isHeld: IsHeld): Promise<boolean> {
  return isStillThere(maker) || (await isHeld(runId));
}

/** Each read when its turn comes. */
function* recordsIn(root: string, wanted: (path: string) => boolean = () => true): Generator<WorktreeRecord> {
  let real: string;
  try {
    real = realpathSync(root);
  } catch {
    return;
  }
  for (const path of listWorktreePaths(real)) {
    const record = wanted(path) ? readRecord(path) : undefined;
    if (record !== undefined) yield record;
  }
}
