export type { GitHost } from "./git.ts";
export { examineBase } from "./examine-base.ts";
export { inWorktree } from "./in-worktree.ts";
export {
  type IsHeld,
  listWorktrees,
  pruneWorktrees,
  settleAttempts,
  sweepWorktrees,
} from "./worktree-keeper.ts";
