/** A worktree that a unit left, and what of it is nowhere else. */
export interface ListedWorktree {
  runId: string;
  stepId: string;
  unitId: string;
  attempt: number;
  /** Absolute, links resolved. */
  path: string;
  /** The working tree its run was started in. */
  repository: string;
  baseCommit: string;
  /** RFC 3339 UTC. */
  createdAt: string;
  /** `commits`: nothing but commits beyond the base. `unknown`: it cannot be told that nothing would be lost, and `problem` says why. */
  state: "clean" | "dirty" | "commits" | "unknown";
  /** Its run is being driven. */
  live: boolean;
  /** Paths that differ from its HEAD, or are untracked and not ignored. */
  uncommitted: number;
  /** Under which refs its commits are kept. */
  salvageRefs: string[];
  problem?: string;
}

/** The worktrees of all runs, looked after from outside of any. */
export interface Worktrees {
  /** In the order of runs and names. */
  list(): Promise<ListedWorktree[]>;
  /**
   * Removes those that nobody works in and that hold nothing uncommitted, once their commits have refs. `removed` are their paths, `notes`
   * what there is to be said of each.
   */
  prune(): Promise<{ removed: string[]; notes: string[] }>;
  /**
   * The same, without a word, for those that nobody looked at for seven days: twenty at most, and none is begun after the first second, since
   * a run waits for it. Aborting `stop` ends it. Never rejects.
   */
  sweep(stop: AbortSignal): Promise<void>;
  /** Kills every process that works for it, at once. Never throws. */
  killAllNow(): void;
}
