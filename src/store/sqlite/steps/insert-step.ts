import type { NewRun } from "../../../ports/index.ts";
import type { Connection } from "../connection.ts";

const SQL = `
INSERT INTO workflow_run_steps (run_id, step_id, sequence_index, kind, status, loop)
VALUES (?, ?, ?, ?, 'pending', 1)`;

export function insertStep(connection: Connection, runId: string, step: NewRun["steps"][number]): void {
  connection.statement(SQL).run(runId, step.stepId, step.sequenceIndex, step.kind);
}
