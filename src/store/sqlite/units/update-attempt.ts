import type { AttemptKey, AttemptOutcome, ProcessIdentity } from "../../../run/index.ts";
import { changedOne } from "../changed-one.ts";
import type { Connection } from "../connection.ts";

const KEY = "run_id = ? AND unit_id = ? AND attempt = ? AND dispatch = ?";
const PROCESS = `
UPDATE workflow_run_units SET process_pid = ?, process_start_token = ?, process_boot_id = ? WHERE ${KEY}`;
const WORKTREE = `
UPDATE workflow_run_units SET worktree_path = ?, salvage_refs = ? WHERE ${KEY}`;
const FINISH = `
UPDATE workflow_run_units SET status = ?, result_json = ?, failure_reason = ?, error_json = ?, model = COALESCE(?, model),
  input_tokens = ?, output_tokens = ?, cost_usd = ?, session_id = ?, transcript_path = ?, finished_at = ?
WHERE ${KEY} AND status = 'running'`;
const INTERRUPT = `
UPDATE workflow_run_units SET status = 'interrupted', finished_at = ? WHERE ${KEY} AND status = 'running'`;

export function setAttemptProcess(connection: Connection, key: AttemptKey, process: ProcessIdentity): void {
  const { pid, startToken, bootId } = process;
  const result = connection
    .statement(PROCESS)
    .run(pid, startToken ?? null, bootId ?? null, key.runId, key.unitId, key.attempt, key.dispatch);
  changedOne(result, nameOf(key));
}

/** Also of an attempt that has ended: what is saved for a dead engine is told afterwards. */
export function setAttemptWorktree(
  connection: Connection,
  key: AttemptKey,
  path: string,
  salvageRefs: readonly string[] | undefined,
): void {
  const refs = salvageRefs === undefined ? null : JSON.stringify(salvageRefs);
  const result = connection
    .statement(WORKTREE)
    .run(path, refs, key.runId, key.unitId, key.attempt, key.dispatch);
  changedOne(result, nameOf(key));
}

/** Refused (`INTERNAL`) once the attempt has ended: a finished attempt takes no second end. */
export function finishAttempt(
  connection: Connection,
  key: AttemptKey,
  at: string,
  outcome: AttemptOutcome,
): void {
  const completed = outcome.status === "completed";
  const result = connection
    .statement(FINISH)
    .run(
      outcome.status,
      completed && outcome.result !== undefined ? JSON.stringify(outcome.result) : null,
      completed ? null : outcome.failureReason,
      completed ? null : JSON.stringify(outcome.error),
      outcome.model ?? null,
      outcome.inputTokens ?? null,
      outcome.outputTokens ?? null,
      outcome.costUsd ?? null,
      outcome.sessionId ?? null,
      outcome.transcriptPath ?? null,
      at,
      key.runId,
      key.unitId,
      key.attempt,
      key.dispatch,
    );
  changedOne(result, `running ${nameOf(key)}`);
}

export function interruptAttempt(connection: Connection, key: AttemptKey, at: string): void {
  const result = connection.statement(INTERRUPT).run(at, key.runId, key.unitId, key.attempt, key.dispatch);
  changedOne(result, `running ${nameOf(key)}`);
}

function nameOf({ runId, unitId, attempt, dispatch }: AttemptKey): string {
  return `attempt ${attempt} (dispatch ${dispatch}) of unit ${unitId} of run ${runId}`;
}
