import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { AttemptRecord } from "../../../run/index.ts";
import { attemptStart, instant, keyOf, newRun } from "../../conformance/samples.ts";
import { openDatabase } from "../driver.ts";
import { openJournal } from "../open-journal.ts";
import { openJournalReader } from "../open-reader.ts";
import { MIGRATIONS } from "./index.ts";

const FIRST_SCHEMA_RUN = `
INSERT INTO workflow_runs (run_id, workflow_ref, workflow_title, source_path, status, current_step_id, scope_key,
  plan_ir_version, plan_hash, source_hash, epoch, created_at, updated_at, params_json, plan_json)
VALUES ('old', 'project//workflows/ship', 'Ship', '/ship.md', 'active', 'build', '/project', 6, 'a', 'b', 0,
  '2026-01-31T09:05:00.000Z', '2026-01-31T09:05:00.000Z', '{}', '{"irVersion":6}');
INSERT INTO workflow_run_steps (run_id, step_id, sequence_index, kind, status, loop)
VALUES ('old', 'build', 0, 'unit', 'active', 1);
INSERT INTO workflow_run_units (run_id, step_id, unit_id, node_id, runner, status, attempt, dispatch, dispatch_id, loop,
  input_hash, epoch, started_at, result_json)
VALUES ('old', 'build', 'build:solo', 'build', 'exec', 'completed', 1, 1, 'd', 1, 'c', 0,
  '2026-01-31T09:05:00.000Z', '"made"');
`;

/** A database as each older schema left it, with a run in it. */
async function databaseOfSchema(version: number): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "akm-older-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const path = join(directory, "state.db");
  const database = openDatabase(path, { readOnly: false });
  for (const migration of MIGRATIONS.slice(0, version)) database.exec(migration);
  database.exec(`${FIRST_SCHEMA_RUN} PRAGMA user_version = ${version};`);
  database.close();
  return path;
}

function schemaOf(path: string): unknown {
  const database = openDatabase(path, { readOnly: true });
  const row = database.prepare("PRAGMA user_version").get();
  database.close();
  return row;
}

const olderVersions = MIGRATIONS.map((_, index) => index + 1).slice(0, -1);

test.each(olderVersions)("schema %i is read as it is, and stays as it is", async (version) => {
  const path = await databaseOfSchema(version);
  const reader = await openJournalReader({ path });
  expect(await reader?.loadSteps("old")).toMatchObject([{ stepId: "build", loop: 1, firstLoop: 1 }]);
  expect(await reader?.loadUsage("old")).toMatchObject({ units: 1 });
  const attempts: AttemptRecord[] = [];
  for await (const attempt of reader?.loadAttempts("old") ?? []) attempts.push(attempt);
  expect(attempts).toMatchObject([{ unitId: "build:solo", result: "made" }]);
  expect(attempts[0]).not.toHaveProperty("sessionId");
  reader?.close();
  expect(schemaOf(path)).toEqual({ user_version: version });
});

test.each(olderVersions)(
  "schema %i is brought up to date by the next run, its runs kept",
  async (version) => {
    const path = await databaseOfSchema(version);
    const journal = await openJournal({ path, onNotice: () => undefined });
    expect(schemaOf(path)).toEqual({ user_version: MIGRATIONS.length });
    await journal.createRun(newRun("new"), { alsoIfActive: true });
    const attempt = attemptStart("old", { unitId: "build:solo~l2", loop: 2 });
    await journal.record([
      { type: "step-started", runId: "old", at: instant(1), stepId: "build", loop: 2, unitCount: 1 },
      { type: "attempt-started", attempt },
      {
        type: "attempt-finished",
        key: keyOf(attempt),
        stepId: "build",
        at: instant(2),
        outcome: { status: "completed", sessionId: "session-1" },
      },
      { type: "step-reset", runId: "old", at: instant(3), stepId: "build" },
    ]);
    expect(await journal.loadSteps("old")).toMatchObject([{ loop: 2, firstLoop: 2 }]);
    journal.close();
  },
);
