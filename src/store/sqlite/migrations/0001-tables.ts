/**
 * Runs, their steps, every attempt and the log (decision R19). Big texts stand last in a row, so that reading the
 * columns before them touches no overflow page. Texts that commands wrote are JSON strings: SQLite ends a plain text it
 * gives back at the first NUL.
 */
export const tables = `
CREATE TABLE workflow_runs (
  id INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL UNIQUE,
  workflow_ref TEXT NOT NULL,
  workflow_title TEXT NOT NULL,
  source_path TEXT NOT NULL,
  status TEXT NOT NULL,
  current_step_id TEXT,
  scope_key TEXT NOT NULL,
  plan_ir_version INTEGER NOT NULL,
  plan_hash TEXT NOT NULL,
  source_hash TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  parent_run_id TEXT,
  spawned_by_unit_id TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  params_json TEXT NOT NULL,
  outputs_json TEXT,
  plan_json TEXT NOT NULL
) STRICT;

-- Lists filter on these columns inside the index: a run's row, with its plan, is read only once it is in the list.
CREATE INDEX workflow_runs_of_scope
  ON workflow_runs (scope_key, created_at, id, status, workflow_ref, parent_run_id);
CREATE INDEX workflow_runs_by_time
  ON workflow_runs (created_at, id, status, workflow_ref, parent_run_id);
CREATE INDEX workflow_runs_of_parent
  ON workflow_runs (parent_run_id, created_at, id) WHERE parent_run_id IS NOT NULL;
CREATE INDEX workflow_runs_active
  ON workflow_runs (workflow_ref, scope_key, created_at, id, parent_run_id, source_path) WHERE status = 'active';

CREATE TABLE workflow_run_steps (
  run_id TEXT NOT NULL REFERENCES workflow_runs (run_id),
  step_id TEXT NOT NULL,
  sequence_index INTEGER NOT NULL,
  kind TEXT NOT NULL,
  status TEXT NOT NULL,
  selected_step_id TEXT,
  unit_count INTEGER,
  loop INTEGER NOT NULL,
  started_at TEXT,
  completed_at TEXT,
  notes_json TEXT,
  evidence_json TEXT,
  PRIMARY KEY (run_id, step_id)
) STRICT;

CREATE TABLE workflow_run_units (
  id INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL,
  step_id TEXT NOT NULL,
  unit_id TEXT NOT NULL,
  node_id TEXT NOT NULL,
  runner TEXT NOT NULL,
  engine TEXT,
  model TEXT,
  status TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  dispatch INTEGER NOT NULL,
  dispatch_id TEXT NOT NULL,
  loop INTEGER NOT NULL,
  item_index INTEGER,
  input_hash TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  failure_reason TEXT,
  input_tokens INTEGER,
  output_tokens INTEGER,
  cost_usd REAL,
  worktree_path TEXT,
  process_pid INTEGER,
  process_start_token TEXT,
  process_boot_id TEXT,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  error_json TEXT,
  result_json TEXT,
  UNIQUE (run_id, unit_id, attempt, dispatch),
  FOREIGN KEY (run_id, step_id) REFERENCES workflow_run_steps (run_id, step_id)
) STRICT;

CREATE INDEX workflow_run_units_in_order ON workflow_run_units (run_id, id);
CREATE INDEX workflow_run_units_of_step ON workflow_run_units (run_id, step_id, id);

CREATE TABLE events (
  id INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  type TEXT NOT NULL,
  run_id TEXT NOT NULL,
  step_id TEXT,
  unit_id TEXT,
  attempt INTEGER,
  status TEXT,
  failure_reason TEXT,
  unit_count INTEGER,
  duration_ms INTEGER
) STRICT;

CREATE INDEX events_of_run ON events (run_id, id);
`;
