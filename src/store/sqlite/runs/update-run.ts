import type { JsonObject, RunStatus } from "../../../contract/index.ts";
import { changedOne } from "../changed-one.ts";
import type { Connection } from "../connection.ts";

const TOUCH = "UPDATE workflow_runs SET updated_at = ? WHERE run_id = ?";
const MOVE = "UPDATE workflow_runs SET current_step_id = ?, updated_at = ? WHERE run_id = ?";
const REOPEN = "UPDATE workflow_runs SET status = 'active', epoch = ?, updated_at = ? WHERE run_id = ?";
const ABANDON = "UPDATE workflow_runs SET status = 'failed', updated_at = ? WHERE run_id = ?";
const FINISH = `
UPDATE workflow_runs SET status = ?, current_step_id = ?, outputs_json = ?, updated_at = ? WHERE run_id = ?`;

export function touchRun(connection: Connection, runId: string, at: string): void {
  changedOne(connection.statement(TOUCH).run(at, runId), `run ${runId}`);
}

export function moveRun(
  connection: Connection,
  runId: string,
  at: string,
  currentStepId: string | null,
): void {
  changedOne(connection.statement(MOVE).run(currentStepId, at, runId), `run ${runId}`);
}

export function reopenRun(connection: Connection, runId: string, at: string, epoch: number): void {
  changedOne(connection.statement(REOPEN).run(epoch, at, runId), `run ${runId}`);
}

export function abandonRun(connection: Connection, runId: string, at: string): void {
  changedOne(connection.statement(ABANDON).run(at, runId), `run ${runId}`);
}

export interface RunEnd {
  runId: string;
  at: string;
  status: RunStatus;
  currentStepId: string | null;
  outputs?: JsonObject;
}

export function finishRun(connection: Connection, end: RunEnd): void {
  const outputsJson = end.outputs === undefined ? null : JSON.stringify(end.outputs);
  const result = connection
    .statement(FINISH)
    .run(end.status, end.currentStepId, outputsJson, end.at, end.runId);
  changedOne(result, `run ${end.runId}`);
}
