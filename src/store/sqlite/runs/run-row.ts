import { type JsonObject, RUN_STATUSES } from "../../../contract/index.ts";
import type { RunRecord } from "../../../run/index.ts";
import { definedOnly } from "../../defined-only.ts";
import { readJson, readWord } from "../read-column.ts";

export interface RunRow {
  run_id: string;
  workflow_ref: string;
  workflow_title: string;
  source_path: string;
  status: string;
  current_step_id: string | null;
  scope_key: string;
  plan_ir_version: number;
  plan_hash: string;
  source_hash: string;
  epoch: number;
  parent_run_id: string | null;
  spawned_by_unit_id: string | null;
  created_at: string;
  updated_at: string;
  params_json: string;
  outputs_json: string | null;
}

/** All of a {@link RunRow}: the plan is long, and only a driven run reads it. */
export const RUN_COLUMNS = `run_id, workflow_ref, workflow_title, source_path, status, current_step_id, scope_key,
  plan_ir_version, plan_hash, source_hash, epoch, parent_run_id, spawned_by_unit_id, created_at, updated_at,
  params_json, outputs_json`;

export function runOfRow(row: RunRow): RunRecord {
  return {
    runId: row.run_id,
    workflowRef: row.workflow_ref,
    workflowTitle: row.workflow_title,
    sourcePath: row.source_path,
    status: readWord(RUN_STATUSES, row.status, "workflow_runs.status"),
    currentStepId: row.current_step_id,
    params: readJson<JsonObject>(row.params_json, "workflow_runs.params_json"),
    scopeKey: row.scope_key,
    planIrVersion: row.plan_ir_version,
    planHash: row.plan_hash,
    sourceHash: row.source_hash,
    epoch: row.epoch,
    ...definedOnly({
      outputs:
        row.outputs_json === null
          ? null
          : readJson<JsonObject>(row.outputs_json, "workflow_runs.outputs_json"),
      parentRunId: row.parent_run_id,
      spawnedByUnitId: row.spawned_by_unit_id,
    }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
