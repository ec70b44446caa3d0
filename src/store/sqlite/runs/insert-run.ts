import type { RunRecord } from "../../../run/index.ts";
import type { Connection } from "../connection.ts";

const SQL = `
INSERT INTO workflow_runs (run_id, workflow_ref, workflow_title, source_path, status, current_step_id, scope_key,
  plan_ir_version, plan_hash, source_hash, epoch, parent_run_id, spawned_by_unit_id, created_at, updated_at,
  params_json, plan_json)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

export function insertRun(connection: Connection, run: RunRecord, planJson: string): void {
  connection
    .statement(SQL)
    .run(
      run.runId,
      run.workflowRef,
      run.workflowTitle,
      run.sourcePath,
      run.status,
      run.currentStepId,
      run.scopeKey,
      run.planIrVersion,
      run.planHash,
      run.sourceHash,
      run.epoch,
      run.parentRunId ?? null,
      run.spawnedByUnitId ?? null,
      run.createdAt,
      run.updatedAt,
      JSON.stringify(run.params),
      planJson,
    );
}
