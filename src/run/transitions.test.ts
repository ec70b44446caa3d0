import { describe, expect, test } from "vitest";
import { mapStep, planOf, unitStep } from "../../test/rig/build-plan.ts";
import { AT, attemptRecord, RUN_ID, runState } from "../../test/rig/build-records.ts";
import type { JournalEntry } from "./journal-entries.ts";
import { reopenEntry } from "./reopen.ts";
import { applyEntry } from "./transitions.ts";

const LATER = "2026-01-31T10:00:00.000Z";
const plan = planOf([unitStep("a"), mapStep("b"), unitStep("c")]);
const key = { runId: RUN_ID, unitId: "a:solo", attempt: 1, dispatch: 1 };

describe("an entry that is durable", () => {
  test.each<JournalEntry>([
    { type: "run-resumed", runId: RUN_ID, at: LATER },
    { type: "run-interrupted", runId: RUN_ID, at: LATER },
  ])("$type changes when the run was last touched, and nothing else", (entry) => {
    const before = runState(plan, { a: "active" });
    expect(applyEntry(before, entry)).toEqual({ ...before, run: { ...before.run, updatedAt: LATER } });
  });

  test.each<JournalEntry>([
    { type: "attempt-started", attempt: attemptRecord() },
    { type: "attempt-process", key, process: { pid: 1 } },
    { type: "attempt-finished", key, stepId: "a", at: LATER, outcome: { status: "completed" } },
    { type: "attempt-interrupted", key, stepId: "a", at: LATER },
  ])("$type changes nothing of run and steps", (entry) => {
    const before = runState(plan, { a: "active" });
    expect(applyEntry(before, entry)).toEqual(before);
  });

  test("step-started makes the step active and the run stand at it", () => {
    const before = runState(plan, { a: "completed" });
    const after = applyEntry(before, {
      type: "step-started",
      runId: RUN_ID,
      at: LATER,
      stepId: "b",
      loop: 1,
      unitCount: 3,
    });
    expect(after.run).toMatchObject({ currentStepId: "b", updatedAt: LATER, status: "active" });
    expect(after.steps[1]).toMatchObject({ status: "active", unitCount: 3, loop: 1, startedAt: LATER });
  });

  test("step-started of a later gate loop keeps when the step began", () => {
    const before = runState(plan, { a: { status: "active", startedAt: AT } });
    const after = applyEntry(before, {
      type: "step-started",
      runId: RUN_ID,
      at: LATER,
      stepId: "a",
      loop: 2,
      unitCount: 1,
    });
    expect(after.steps[0]).toMatchObject({ startedAt: AT, loop: 2 });
  });

  test("step-finished keeps what the step came to, and the run moves on", () => {
    const before = runState(plan, { a: { status: "active", startedAt: AT } });
    const after = applyEntry(before, {
      type: "step-finished",
      runId: RUN_ID,
      at: LATER,
      stepId: "a",
      status: "completed",
      notes: "Fine.",
      unitCount: 1,
      loop: 1,
      selectedStepId: "c",
      currentStepId: "b",
    });
    expect(after.run).toMatchObject({ currentStepId: "b", status: "active" });
    expect(after.steps[0]).toMatchObject({
      status: "completed",
      notes: "Fine.",
      selectedStepId: "c",
      startedAt: AT,
      completedAt: LATER,
    });
    expect(after.steps.slice(1)).toEqual(before.steps.slice(1));
  });

  test("run-finished ends the run with its outputs", () => {
    const after = applyEntry(runState(plan), {
      type: "run-finished",
      runId: RUN_ID,
      at: LATER,
      status: "completed",
      currentStepId: null,
      outputs: { k: 1 },
    });
    expect(after.run).toMatchObject({
      status: "completed",
      currentStepId: null,
      outputs: { k: 1 },
      updatedAt: LATER,
    });
  });

  test("step-reset leaves a pending step with nothing of what it was", () => {
    const before = runState(plan, {
      b: { status: "active", loop: 2, unitCount: 3, startedAt: AT, notes: "x", selectedStepId: "c" },
    });
    const after = applyEntry(before, { type: "step-reset", runId: RUN_ID, at: LATER, stepId: "b" });
    expect(after.steps[1]).toEqual({
      stepId: "b",
      sequenceIndex: 1,
      kind: "map",
      status: "pending",
      loop: 2,
      firstLoop: 2,
    });
  });

  test("step-started begins a loop with nothing said of the one before, counted from the same first one", () => {
    const told = { notes: "x", evidence: { output: 1, units: [] }, completedAt: AT, unitCount: 2 };
    const before = runState(plan, {
      b: { status: "blocked", loop: 2, firstLoop: 1, startedAt: AT, ...told },
    });
    const after = applyEntry(before, {
      type: "step-started",
      runId: RUN_ID,
      at: LATER,
      stepId: "b",
      loop: 3,
      unitCount: 2,
    });
    expect(after.steps[1]).toEqual({
      stepId: "b",
      sequenceIndex: 1,
      kind: "map",
      status: "active",
      loop: 3,
      firstLoop: 1,
      unitCount: 2,
      startedAt: AT,
    });
  });

  test("run-abandoned fails the run and the steps that look alive, and no others", () => {
    const before = runState(plan, { a: "completed", b: "active" });
    const after = applyEntry(before, { type: "run-abandoned", runId: RUN_ID, at: LATER, notes: "Given up." });
    expect(after.run).toMatchObject({ status: "failed", updatedAt: LATER });
    expect(after.steps.map(({ status, notes }) => [status, notes])).toEqual([
      ["completed", undefined],
      ["failed", "Given up."],
      ["pending", undefined],
    ]);
    const blocked = applyEntry(runState(plan, { a: "blocked" }, { status: "blocked" }), {
      type: "run-abandoned",
      runId: RUN_ID,
      at: LATER,
      notes: "Given up.",
    });
    expect(blocked.steps[0]).toMatchObject({ status: "failed", completedAt: LATER });
  });

  test("run-abandoned fails the step it stands at even where that had not begun", () => {
    const before = runState(plan, { a: "completed" }, { currentStepId: "b" });
    const after = applyEntry(before, { type: "run-abandoned", runId: RUN_ID, at: LATER, notes: "Given up." });
    expect(after.steps.map(({ status }) => status)).toEqual(["completed", "failed", "pending"]);
  });

  test("never changes the state it is given", () => {
    const before = runState(plan, { a: "active" });
    const copy = structuredClone(before);
    applyEntry(before, { type: "run-abandoned", runId: RUN_ID, at: LATER, notes: "" });
    expect(before).toEqual(copy);
  });
});

describe("reopening", () => {
  const told = { status: "completed", notes: "Fine.", completedAt: AT } as const;

  test.each(["failed", "blocked"] as const)(
    "makes a %s run active and the step that stopped it pending",
    (status) => {
      const before = runState(
        plan,
        { a: told, b: { status, notes: "Why.", unitCount: 3, startedAt: AT, completedAt: AT } },
        { status, currentStepId: "b", epoch: 4 },
      );
      const entry = reopenEntry(before.run, before.steps, LATER);
      expect(entry).toEqual({ type: "run-reopened", runId: RUN_ID, at: LATER, epoch: 5, stepIds: ["b"] });
      const after = applyEntry(before, entry);
      expect(after.run).toMatchObject({ status: "active", epoch: 5, currentStepId: "b" });
      expect(after.steps[0]).toMatchObject(told);
      expect(after.steps[1]).toEqual({
        stepId: "b",
        sequenceIndex: 1,
        kind: "map",
        status: "pending",
        loop: 1,
        firstLoop: 1,
      });
    },
  );
});
