/** Every reason a unit can fail with, and whether `retry.on` may name it. */
export const FAILURE_REASONS = {
  non_zero_exit: { retryable: true },
  timeout: { retryable: true },
  aborted: { retryable: true },
  spawn_failed: { retryable: true },
  parse_error: { retryable: true },
  validation_error: { retryable: true },
  exec_output_limit: { retryable: false },
  exec_capture_incomplete: { retryable: false },
  exec_context_too_large: { retryable: false },
  exec_cwd_escape: { retryable: false },
  llm_rate_limit: { retryable: true },
  llm_error: { retryable: true },
  agent_error: { retryable: true },
  budget_exceeded: { retryable: false },
  worktree_failed: { retryable: true },
  child_workflow_failed: { retryable: true },
  child_workflow_blocked: { retryable: false },
  child_workflow_busy: { retryable: true },
  env_unresolved: { retryable: true },
  crash_loop: { retryable: false },
} as const satisfies Record<string, { retryable: boolean }>;

export type FailureReason = keyof typeof FAILURE_REASONS;

export const RETRYABLE_FAILURE_REASONS: readonly FailureReason[] = (
  Object.keys(FAILURE_REASONS) as FailureReason[]
).filter((reason) => FAILURE_REASONS[reason].retryable);
