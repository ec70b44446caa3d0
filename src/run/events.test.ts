import { describe, expect, test } from "vitest";
import { AT, attemptRecord, RUN_ID } from "../../test/rig/build-records.ts";
import { eventOf } from "./events.ts";
import type { JournalEntry } from "./journal-entries.ts";

const key = { runId: RUN_ID, unitId: "build:solo", attempt: 2, dispatch: 1 };
const step = { runId: RUN_ID, at: AT, stepId: "build" };
const unit = { at: AT, runId: RUN_ID, stepId: "build", unitId: "build:solo", attempt: 2 };
const secret = "a secret text";

describe("the event of an entry", () => {
  test.each<[entry: JournalEntry, event: ReturnType<typeof eventOf>]>([
    [
      { type: "run-resumed", runId: RUN_ID, at: AT },
      { type: "workflow_resumed", runId: RUN_ID, at: AT },
    ],
    [
      { type: "run-interrupted", runId: RUN_ID, at: AT },
      { type: "workflow_interrupted", runId: RUN_ID, at: AT },
    ],
    [
      { type: "run-reopened", runId: RUN_ID, at: AT, epoch: 1, stepIds: ["build"] },
      { type: "workflow_reopened", runId: RUN_ID, at: AT },
    ],
    [
      { type: "run-abandoned", runId: RUN_ID, at: AT, notes: secret },
      { type: "workflow_abandoned", runId: RUN_ID, at: AT, status: "failed" },
    ],
    [
      {
        type: "run-finished",
        runId: RUN_ID,
        at: AT,
        status: "completed",
        currentStepId: null,
        outputs: { k: secret },
      },
      { type: "workflow_finished", runId: RUN_ID, at: AT, status: "completed" },
    ],
    [
      { type: "step-started", ...step, loop: 1, unitCount: 3 },
      { type: "step_started", ...step, unitCount: 3 },
    ],
    [
      {
        type: "step-finished",
        ...step,
        status: "failed",
        notes: secret,
        evidence: { output: secret, units: [] },
        unitCount: 3,
        loop: 1,
        currentStepId: "build",
      },
      { type: "step_finished", ...step, status: "failed", unitCount: 3 },
    ],
    [
      { type: "step-reset", ...step },
      { type: "step_reset", ...step },
    ],
    [
      { type: "attempt-started", attempt: attemptRecord({ attempt: 2 }) },
      { type: "unit_started", ...unit },
    ],
    [{ type: "attempt-process", key, process: { pid: 1 } }, undefined],
    [
      { type: "attempt-interrupted", key, stepId: "build", at: AT },
      { type: "unit_interrupted", ...unit },
    ],
    [
      {
        type: "attempt-finished",
        key,
        stepId: "build",
        at: AT,
        outcome: { status: "completed", result: secret },
      },
      { type: "unit_finished", ...unit, status: "completed" },
    ],
    [
      {
        type: "attempt-finished",
        key,
        stepId: "build",
        at: AT,
        outcome: { status: "failed", failureReason: "timeout", error: secret },
      },
      { type: "unit_finished", ...unit, status: "failed", failureReason: "timeout" },
    ],
    [
      {
        type: "attempt-finished",
        key: { ...key, unitId: "build.gate:l1" },
        stepId: "build",
        at: AT,
        outcome: { status: "completed", result: { complete: true } },
      },
      { type: "gate_judged", ...unit, unitId: "build.gate:l1", status: "completed" },
    ],
    [
      {
        type: "attempt-finished",
        key: { ...key, unitId: "build.approval:l1" },
        stepId: "build",
        at: AT,
        outcome: { status: "completed", result: { complete: true, by: "ada" } },
      },
      { type: "gate_judged", ...unit, unitId: "build.approval:l1", status: "completed" },
    ],
  ])("$type", (entry, event) => {
    expect(eventOf(entry)).toEqual(event);
    expect(JSON.stringify(eventOf(entry) ?? "")).not.toContain(secret);
  });
});
