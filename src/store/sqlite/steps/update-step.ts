import type { JournalEntry } from "../../../run/index.ts";
import { changedOne } from "../changed-one.ts";
import type { Connection } from "../connection.ts";

type StepStarted = Extract<JournalEntry, { type: "step-started" }>;
type StepFinished = Extract<JournalEntry, { type: "step-finished" }>;

const START = `
UPDATE workflow_run_steps SET status = 'active', loop = ?, unit_count = ?, started_at = COALESCE(started_at, ?),
  notes_json = NULL, evidence_json = NULL, completed_at = NULL
WHERE run_id = ? AND step_id = ?`;
const FINISH = `
UPDATE workflow_run_steps SET status = ?, notes_json = ?, evidence_json = ?,
  selected_step_id = COALESCE(?, selected_step_id), unit_count = ?, loop = ?, completed_at = ?
WHERE run_id = ? AND step_id = ?`;
const RESET = `
UPDATE workflow_run_steps SET status = 'pending', notes_json = NULL, evidence_json = NULL, selected_step_id = NULL,
  unit_count = NULL, first_loop = loop, started_at = NULL, completed_at = NULL
WHERE run_id = ? AND step_id = ?`;
const ABANDON = `
UPDATE workflow_run_steps SET status = 'failed', notes_json = ?2, completed_at = ?3
WHERE run_id = ?1 AND (status IN ('active', 'blocked') OR (status = 'pending'
  AND step_id = (SELECT current_step_id FROM workflow_runs WHERE run_id = ?1)))`;

export function startStep(connection: Connection, entry: StepStarted): void {
  const { loop, unitCount, at, runId, stepId } = entry;
  changedOne(
    connection.statement(START).run(loop, unitCount, at, runId, stepId),
    `step ${stepId} of run ${runId}`,
  );
}

export function finishStep(connection: Connection, entry: StepFinished): void {
  const evidenceJson = entry.evidence === undefined ? null : JSON.stringify(entry.evidence);
  const result = connection
    .statement(FINISH)
    .run(
      entry.status,
      JSON.stringify(entry.notes),
      evidenceJson,
      entry.selectedStepId ?? null,
      entry.unitCount,
      entry.loop,
      entry.at,
      entry.runId,
      entry.stepId,
    );
  changedOne(result, `step ${entry.stepId} of run ${entry.runId}`);
}

export function resetStep(connection: Connection, runId: string, stepId: string): void {
  changedOne(connection.statement(RESET).run(runId, stepId), `step ${stepId} of run ${runId}`);
}

export function abandonSteps(connection: Connection, runId: string, at: string, notes: string): void {
  connection.statement(ABANDON).run(runId, JSON.stringify(notes), at);
}
