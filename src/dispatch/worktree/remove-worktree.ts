import { rmSync } from "node:fs";
import { GIT_CHECKOUT_MS_MAX } from "../../contract/index.ts";
import { removeTree } from "../../host/index.ts";
import { findAdminDirectory } from "./admin-directory.ts";
import { type GitAnswer, type GitHost, runGit } from "./git.ts";
import type { Probe } from "./probe-worktree.ts";
import { inTurn } from "./repository-turns.ts";
import { forgetRecord, type WorktreeRecord, writeRecord } from "./worktree-record.ts";

/** Undefined when it is gone, else why it is not. */
export type Removal = string | undefined;

/** Removes a worktree that was found to hold nothing. git looks once more and refuses where that is not so (decision R18). */
export async function removeWorktree(host: GitHost, record: WorktreeRecord, probe: Probe): Promise<Removal> {
  const removing: WorktreeRecord = { ...record, phase: "removing" };
  writeRecord(removing);
  // git refuses any worktree with submodules, and one that is missing files, which after a cut removal are our own doing.
  const isForced = probe.hasSubmodules || record.phase === "removing";
  const refusal =
    probe.adminDirectory === undefined ? undefined : await remove(host, record, isForced ? 1 : 0);
  if (refusal !== undefined) {
    // Of what git was cut in, half may be gone: that is our doing still.
    if (!refusal.isCut) writeRecord(record);
    return refusal.stderr;
  }
  return await clearAway(record);
}

/** Takes away what no unit has been in, however far it got. */
export async function discardUnused(host: GitHost, record: WorktreeRecord): Promise<Removal> {
  // Twice forced: git locks a worktree while it makes it.
  if (findAdminDirectory(record.commonDirectory, record.path) !== undefined) await remove(host, record, 2);
  const left = findAdminDirectory(record.commonDirectory, record.path);
  if (left !== undefined) rmSync(left, { recursive: true, force: true });
  return await clearAway(record);
}

/** Undefined when git has let go of it. */
async function remove(
  host: GitHost,
  { path, commonDirectory, dispatchId }: WorktreeRecord,
  force: number,
): Promise<GitAnswer | undefined> {
  const flags = Array.from({ length: force }, () => "--force");
  const words = ["-c", "status.showUntrackedFiles=all", "worktree", "remove", ...flags, path];
  const call = {
    cwd: commonDirectory,
    gitDirectory: commonDirectory,
    timeoutMs: GIT_CHECKOUT_MS_MAX,
    dispatchId,
  };
  const removed = await inTurn(commonDirectory, () => runGit(host, words, call));
  // git lets go of a worktree also when it could not delete all of it.
  if (removed.ok || findAdminDirectory(commonDirectory, path) === undefined) return undefined;
  return removed;
}

/** What is left by now is ignored by the repository, and was in git's way: directories made read-only, as some caches are. */
async function clearAway(record: WorktreeRecord): Promise<Removal> {
  try {
    await removeTree(record.path);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  forgetRecord(record);
  return undefined;
}
