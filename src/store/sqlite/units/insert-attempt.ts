import type { AttemptStart } from "../../../run/index.ts";
import type { Connection } from "../connection.ts";

const SQL = `
INSERT INTO workflow_run_units (run_id, step_id, unit_id, node_id, runner, engine, model, status, attempt, dispatch,
  dispatch_id, loop, item_index, input_hash, epoch, worktree_path, started_at)
VALUES (?, ?, ?, ?, ?, ?, ?, 'running', ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

export function insertAttempt(connection: Connection, attempt: AttemptStart): void {
  connection
    .statement(SQL)
    .run(
      attempt.runId,
      attempt.stepId,
      attempt.unitId,
      attempt.nodeId,
      attempt.runner,
      attempt.engine ?? null,
      attempt.model ?? null,
      attempt.attempt,
      attempt.dispatch,
      attempt.dispatchId,
      attempt.loop,
      attempt.itemIndex ?? null,
      attempt.inputHash,
      attempt.epoch,
      attempt.worktreePath ?? null,
      attempt.startedAt,
    );
}
