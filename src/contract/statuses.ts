export const RUN_STATUSES = ["active", "completed", "failed", "blocked"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export const STEP_STATUSES = ["pending", "active", "completed", "failed", "blocked", "skipped"] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

/** `interrupted`: the engine died while the attempt was out (decision R1). */
export const ATTEMPT_STATUSES = ["running", "completed", "failed", "interrupted"] as const;
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number];

export const STEP_KINDS = ["unit", "map", "route"] as const;
export type StepKind = (typeof STEP_KINDS)[number];

export const TARGET_KINDS = ["command", "shell", "script", "child-workflow"] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

export const ON_ERROR_POLICIES = ["fail", "continue"] as const;
export type OnError = (typeof ON_ERROR_POLICIES)[number];

export const ISOLATIONS = ["none", "worktree"] as const;
export type Isolation = (typeof ISOLATIONS)[number];

export const REDUCERS = ["collect"] as const;
export type ReducerName = (typeof REDUCERS)[number];

/** Why `akm workflow run` stopped short of a completed run. */
export const STOP_REASONS = [
  "failed",
  "gate-rejected",
  "blocked",
  "waiting",
  "budget",
  "timeout",
  "interrupted",
] as const;
export type StopReason = (typeof STOP_REASONS)[number];
