import type { NewRun } from "../../ports/index.ts";
import type { RunEvent, RunRecord } from "../../run/index.ts";
import type { Connection } from "./connection.ts";
import { insertEvent } from "./events/insert-event.ts";
import { findActiveRun } from "./runs/find-active-run.ts";
import { insertRun } from "./runs/insert-run.ts";
import { loadRun } from "./runs/load-run.ts";
import { insertStep } from "./steps/insert-step.ts";

export interface CreatedRun {
  run: RunRecord;
  created: boolean;
  /** `workflow_started`, where it was created. */
  event?: RunEvent;
}

export interface CreateRunOptions {
  alsoIfActive: boolean;
  guard?: () => void;
}

/** Looking and publishing are one write transaction, so that two starts at once make one run. */
export function createRun(
  connection: Connection,
  newRun: NewRun,
  { alsoIfActive, guard }: CreateRunOptions,
): Promise<CreatedRun> {
  return connection.write(() => {
    const existing = existingRun(connection, newRun.run, alsoIfActive);
    if (existing !== undefined) return { run: existing, created: false };
    guard?.();
    return publish(connection, newRun);
  });
}

/** A child's id says all that makes it the one it is, so the same id is the same run. */
function existingRun(
  connection: Connection,
  run: NewRun["run"],
  alsoIfActive: boolean,
): RunRecord | undefined {
  if (run.parentRunId !== undefined) return loadRun(connection, run.runId);
  return alsoIfActive ? undefined : findActiveRun(connection, run);
}

function publish(connection: Connection, { run: fields, planJson, steps }: NewRun): CreatedRun {
  const run: RunRecord = {
    ...fields,
    status: "active",
    currentStepId: steps[0]?.stepId ?? null,
    epoch: 0,
    updatedAt: fields.createdAt,
  };
  insertRun(connection, run, planJson);
  for (const step of steps) insertStep(connection, run.runId, step);
  const event = insertEvent(connection, { at: run.createdAt, type: "workflow_started", runId: run.runId });
  return { run, created: true, event };
}
