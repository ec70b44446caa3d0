/** The loop a step's present set of gate loops began with, and where an agent keeps what it said while it worked. */
export const enginesAndLoops = `
ALTER TABLE workflow_run_steps ADD COLUMN first_loop INTEGER NOT NULL DEFAULT 1;
ALTER TABLE workflow_run_units ADD COLUMN session_id TEXT;
ALTER TABLE workflow_run_units ADD COLUMN transcript_path TEXT;
`;
