/** What freezing needs to know of the world, gathered by `workspace/` so that `plan/` reads nothing itself. */
export interface Catalogue {
  /** Qualified ref, or the real path of a workflow given by path. */
  workflowRef: string;
  /** SHA-256 of the source file's bytes, lower-case hex. */
  sourceHash: string;
  /** Absolute, symlinks resolved. */
  cwd: string;
  git?: { root: string; commit?: string };
  settings: {
    /** Config `workflow.maxConcurrency`, clamped to 1–64 at freeze. */
    maxConcurrency?: number;
    /** Config `workflow.defaultMapConcurrency`, clamped to 1–64 at freeze. */
    defaultMapConcurrency?: number;
  };
  /** `AKM_HOST_CONCURRENCY`, else `min(16, max(1, cores − 2))` (decision R8). */
  hostConcurrency: number;
}
