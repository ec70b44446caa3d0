import type { DispatchEvents, DispatchRequest, GitBase } from "../../ports/index.ts";
import type { AttemptOutcome } from "../../run/index.ts";
import { failed } from "../process/outcome.ts";
import { createWorktree } from "./create-worktree.ts";
import { describeSettled } from "./describe-settled.ts";
import type { GitHost } from "./git.ts";
import { settleWorktree } from "./settle-worktree.ts";
import type { WorktreeRecord } from "./worktree-record.ts";

export interface IsolatedDispatch {
  /** The directory of all worktrees. */
  root: string;
  request: DispatchRequest;
  base: GitBase;
  signal: AbortSignal;
  events: DispatchEvents;
}

/**
 * Hands the request on with a fresh worktree as its directory, and clears up after it, however it ended. What the unit did stands
 * whatever becomes of its worktree. Fails `worktree_failed` where none can be made.
 */
export async function inWorktree(
  host: GitHost,
  { root, request, base, signal, events }: IsolatedDispatch,
  handOn: (request: DispatchRequest) => Promise<AttemptOutcome>,
): Promise<AttemptOutcome> {
  const { commit } = base;
  if (base.root === undefined || commit === undefined)
    return failed("worktree_failed", "The run was started where there is no commit to make a worktree of.");
  const created = await createWorktree(host, {
    root,
    request,
    base: { root: base.root, commit },
    signal,
    onPath: async (path) => await events.onWorktree?.({ path }),
  });
  if (!created.ok) {
    if (created.record !== undefined) await settle(host, created.record, events);
    if (signal.aborted) return failed("aborted", "Stopped while its worktree was made.");
    return failed(
      "worktree_failed",
      `No worktree of ${base.root} at ${commit} could be made; nothing was started.`,
      created.problem,
    );
  }
  try {
    return await handOn({ ...request, cwd: created.cwd });
  } finally {
    await settle(host, created.record, events);
  }
}

async function settle(host: GitHost, record: WorktreeRecord, events: DispatchEvents): Promise<void> {
  const settled = await settleWorktree(host, record, { removesSaved: false });
  const { path } = record;
  if (settled.refs.length > 0) await events.onWorktree?.({ path, salvageRefs: settled.refs });
  for (const line of describeSettled(settled, path)) events.onWarning(line);
}
