import { ATTEMPT_STATUSES, FAILURE_REASONS, type FailureReason, type Json } from "../../../contract/index.ts";
import type { AttemptRecord, ProcessIdentity } from "../../../run/index.ts";
import { definedOnly } from "../../defined-only.ts";
import { readJson, readWord } from "../read-column.ts";

export interface AttemptRow {
  id: number;
  run_id: string;
  step_id: string;
  unit_id: string;
  node_id: string;
  runner: string;
  engine: string | null;
  model: string | null;
  status: string;
  attempt: number;
  dispatch: number;
  dispatch_id: string;
  loop: number;
  item_index: number | null;
  input_hash: string;
  epoch: number;
  failure_reason: string | null;
  input_tokens: number | null;
  output_tokens: number | null;
  cost_usd: number | null;
  /** This and the two below are absent in older schemas. */
  session_id?: string | null;
  transcript_path?: string | null;
  salvage_refs?: string | null;
  worktree_path: string | null;
  process_pid: number | null;
  process_start_token: string | null;
  process_boot_id: string | null;
  started_at: string;
  finished_at: string | null;
  error_json: string | null;
  /** Absent when it was not asked for. */
  result_json?: string | null;
}

const REASONS = Object.keys(FAILURE_REASONS) as FailureReason[];

export function attemptOfRow(row: AttemptRow): AttemptRecord {
  return {
    runId: row.run_id,
    stepId: row.step_id,
    unitId: row.unit_id,
    nodeId: row.node_id,
    runner: row.runner as AttemptRecord["runner"],
    status: readWord(ATTEMPT_STATUSES, row.status, "workflow_run_units.status"),
    attempt: row.attempt,
    dispatch: row.dispatch,
    dispatchId: row.dispatch_id,
    loop: row.loop,
    inputHash: row.input_hash,
    epoch: row.epoch,
    startedAt: row.started_at,
    ...definedOnly({
      engine: row.engine,
      model: row.model,
      itemIndex: row.item_index,
      failureReason:
        row.failure_reason === null
          ? null
          : readWord(REASONS, row.failure_reason, "workflow_run_units.failure_reason"),
      error:
        row.error_json === null ? null : readJson<string>(row.error_json, "workflow_run_units.error_json"),
      inputTokens: row.input_tokens,
      outputTokens: row.output_tokens,
      costUsd: row.cost_usd,
      sessionId: row.session_id ?? null,
      transcriptPath: row.transcript_path ?? null,
      worktreePath: row.worktree_path,
      salvageRefs: readRefs(row),
      process: processOfRow(row),
      finishedAt: row.finished_at,
    }),
    ...resultOfRow(row),
  };
}

/** A JSON null is a result; a NULL column is none. */
function resultOfRow({ result_json: text }: AttemptRow): { result?: Json } {
  return text == null ? {} : { result: readJson<Json>(text, "workflow_run_units.result_json") };
}

function readRefs({ salvage_refs: text }: AttemptRow): string[] | null {
  return text == null ? null : readJson<string[]>(text, "workflow_run_units.salvage_refs");
}

function processOfRow(row: AttemptRow): ProcessIdentity | null {
  if (row.process_pid === null) return null;
  return {
    pid: row.process_pid,
    ...definedOnly({ startToken: row.process_start_token, bootId: row.process_boot_id }),
  };
}
