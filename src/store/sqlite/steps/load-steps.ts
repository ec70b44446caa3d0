import { STEP_KINDS, STEP_STATUSES } from "../../../contract/index.ts";
import type { StepRecord } from "../../../run/index.ts";
import { definedOnly } from "../../defined-only.ts";
import { columnsBut } from "../columns-but.ts";
import type { Connection } from "../connection.ts";
import { readEvidence, readJson, readWord } from "../read-column.ts";

interface StepRow {
  step_id: string;
  sequence_index: number;
  kind: string;
  status: string;
  selected_step_id: string | null;
  unit_count: number | null;
  loop: number;
  /** Absent in schema 1, whose runs had one loop a step. */
  first_loop?: number;
  started_at: string | null;
  completed_at: string | null;
  notes_json: string | null;
  /** Absent when it was not asked for. */
  evidence_json?: string | null;
}

const OF_RUN = "FROM workflow_run_steps WHERE run_id = ? ORDER BY sequence_index";
/** Every column, so that one which an older schema lacks is absent and not an error. */
const WITH_EVIDENCE = `SELECT * ${OF_RUN}`;

function withoutEvidence(connection: Connection): string {
  return `SELECT ${columnsBut(connection, "workflow_run_steps", "evidence_json")} ${OF_RUN}`;
}

export function loadSteps(connection: Connection, runId: string, evidence: boolean): StepRecord[] {
  const sql = evidence ? WITH_EVIDENCE : withoutEvidence(connection);
  return (connection.statement(sql).all(runId) as StepRow[]).map(stepOfRow);
}

function stepOfRow(row: StepRow): StepRecord {
  return {
    stepId: row.step_id,
    sequenceIndex: row.sequence_index,
    kind: readWord(STEP_KINDS, row.kind, "workflow_run_steps.kind"),
    status: readWord(STEP_STATUSES, row.status, "workflow_run_steps.status"),
    loop: row.loop,
    firstLoop: row.first_loop ?? 1,
    ...definedOnly({
      notes:
        row.notes_json === null ? null : readJson<string>(row.notes_json, "workflow_run_steps.notes_json"),
      evidence: row.evidence_json == null ? null : readEvidence(row.evidence_json),
      selectedStepId: row.selected_step_id,
      unitCount: row.unit_count,
      startedAt: row.started_at,
      completedAt: row.completed_at,
    }),
  };
}
