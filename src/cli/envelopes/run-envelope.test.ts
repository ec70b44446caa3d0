import { describe, expect, test } from "vitest";
import type { StopReason } from "../../contract/index.ts";
import type { RunRecord, StepRecord } from "../../run/index.ts";
import { runEnvelope, skippedEnvelope, statusEnvelope } from "./run-envelope.ts";

const AT = "2026-01-31T09:05:00.120Z";
const run: RunRecord = {
  runId: "0f6c1c3e-0000-4000-8000-000000000000",
  workflowRef: "project//workflows/ship",
  workflowTitle: "Ship",
  sourcePath: "/p/ship.md",
  status: "active",
  currentStepId: "build",
  params: { a: null },
  scopeKey: "/p",
  planIrVersion: 6,
  planHash: "aa",
  sourceHash: "bb",
  epoch: 0,
  createdAt: AT,
  updatedAt: AT,
};
const steps: StepRecord[] = [
  { stepId: "build", sequenceIndex: 0, kind: "unit", status: "pending", loop: 1, firstLoop: 1 },
];
const usage = { units: 2, inputTokens: 0, outputTokens: 0 };
const picture = { run, steps, usage };

function drivenWith(reason?: StopReason) {
  return { executed: [], stepsProcessed: 0, done: reason === undefined, usage, ...(reason && { reason }) };
}

describe("the result of a run", () => {
  test("has the documented keys, and no optional one without a value", () => {
    const envelope = runEnvelope(picture, { result: drivenWith(), resumed: false }, []);
    expect(Object.keys(envelope)).toEqual([
      "ok",
      "shape",
      "schemaVersion",
      "run",
      "workflow",
      "executed",
      "stepsProcessed",
      "done",
      "usage",
      "warnings",
    ]);
    expect(envelope.run).toEqual({
      id: run.runId,
      workflowRef: "project//workflows/ship",
      title: "Ship",
      status: "active",
      currentStepId: "build",
      params: { a: null },
      scopeKey: "/p",
      planIrVersion: 6,
      planHash: "aa",
      sourceHash: "bb",
      createdAt: AT,
      updatedAt: AT,
    });
    expect(envelope.workflow).toEqual({
      ref: "project//workflows/ship",
      title: "Ship",
      steps: [{ id: "build", kind: "unit", status: "pending" }],
    });
  });

  test.each([
    ["failed", false],
    ["gate-rejected", false],
    ["blocked", false],
    ["timeout", false],
    ["budget", false],
    ["waiting", true],
    ["interrupted", true],
  ] as const)("stopped by %s is ok: %s", (reason, ok) => {
    const envelope = runEnvelope(picture, { result: drivenWith(reason), resumed: false }, []);
    expect(envelope).toMatchObject({ ok, reason });
  });

  test("names the signal that stopped it, or the time that ran out", () => {
    const interrupted = { result: drivenWith("interrupted"), resumed: true, stoppedBy: "SIGTERM" } as const;
    expect(runEnvelope(picture, interrupted, [])).toMatchObject({ aborted: "SIGTERM", resumed: true });
    const timedOut = runEnvelope(
      picture,
      { result: drivenWith("timeout"), resumed: false, stoppedBy: "timeout" },
      [],
    );
    expect(timedOut).toMatchObject({ timedOut: true });
    expect(timedOut).not.toHaveProperty("aborted");
  });

  test("a run that completed as its time ran out is not called timed out", () => {
    const envelope = runEnvelope(picture, { result: drivenWith(), resumed: false, stoppedBy: "timeout" }, []);
    expect(envelope).not.toHaveProperty("timedOut");
    expect(envelope).not.toHaveProperty("reason");
  });

  // shows: schema-323a, schema-323b
  // shows: engine-150
  test("a completed run shows its outputs, or who it is where it declares none", () => {
    const completed = { ...run, status: "completed" as const, currentStepId: null };
    const plain = statusEnvelope({ ...picture, run: completed }, {}, []);
    expect(plain.run).toMatchObject({ outputs: { runId: run.runId, status: "completed" } });
    const declared = statusEnvelope({ ...picture, run: { ...completed, outputs: { n: 1 } } }, {}, []);
    expect(declared.run).toMatchObject({ outputs: { n: 1 } });
  });
});

describe("other results of the same shape", () => {
  test("a status says nothing of an invocation", () => {
    const envelope = statusEnvelope(picture, { children: [] }, []);
    for (const key of ["executed", "stepsProcessed", "done", "children", "units"])
      expect(envelope).not.toHaveProperty(key);
    expect(envelope).toMatchObject({ ok: true, shape: "workflow-run", usage });
  });

  test("a skipped start is ok, with what is known of the run", () => {
    const skipped = { reason: "lock-held", message: "m" } as const;
    expect(skippedEnvelope(picture, skipped, [])).toMatchObject({
      ok: true,
      done: false,
      skipped,
      run: { id: run.runId },
    });
    expect(skippedEnvelope(undefined, skipped, [])).not.toHaveProperty("run");
  });
});
