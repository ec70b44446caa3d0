import type { Worktrees } from "../ports/index.ts";
import { killAllNow } from "./process/process-group.ts";
import type { IsHeld } from "./worktree/index.ts";

export interface WorktreesOptions {
  /** akm's own environment. */
  environment: NodeJS.ProcessEnv;
  /** The directory of worktrees, absolute; it need not be there. */
  root: string;
  isHeld: IsHeld;
}

/** Loads what it needs when it is asked. */
export function openWorktrees({ environment, root, isHeld }: WorktreesOptions): Worktrees {
  const host = { environment, liveGroups: new Set<number>() };
  const keeper = () => import("./worktree/index.ts");
  return {
    list: async () => await (await keeper()).listWorktrees(host, root, isHeld),
    prune: async () => await (await keeper()).pruneWorktrees(host, root, isHeld),
    sweep: async (stop) => {
      const { sweepWorktrees } = await keeper();
      await sweepWorktrees({ ...host, signal: stop }, root, isHeld, new Date());
    },
    killAllNow: () => killAllNow(host.liveGroups),
  };
}
