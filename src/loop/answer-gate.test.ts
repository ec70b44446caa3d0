import { describe, expect, test } from "vitest";
import { commandTarget, judgedGate, planOf, routeStep, unitStep } from "../../test/rig/build-plan.ts";
import { RUN_ID } from "../../test/rig/build-records.ts";
import { decorateJournal } from "../../test/rig/decorate-journal.ts";
import { type EngineBench, openBench } from "../../test/rig/engine-bench.ts";
import { completed } from "../../test/rig/scripted-dispatcher.ts";
import { isJudgement, judgedBy, PASSED, rejected } from "../../test/rig/verdicts.ts";
import type { PlanGate, PlanStep } from "../plan/index.ts";
import { artifactHash } from "../step/index.ts";
import { abandonRun } from "./abandon-run.ts";
import { answerGate, type GateAnswer } from "./answer-gate.ts";
import { reopenRun } from "./reopen-run.ts";

const approving = (gate: Partial<PlanGate> = {}): PlanGate => ({ approve: true, maxLoops: 1, ...gate });

/** A step `a` that a person must approve, and one after it. */
function benchOf(gate: PlanGate, step: PlanStep = unitStep("a", { gate }, { target: commandTarget() })) {
  const plan = planOf([step, unitStep("next")]);
  return openBench(plan, { params: { mode: "x" }, script: judgedBy(PASSED) });
}

function answer(bench: EngineBench, over: Partial<GateAnswer> = {}) {
  const { journal, runLock, dispatcher, clock } = bench;
  const sink = { event: () => undefined, warning: () => undefined };
  const parts = { journal, runLock, dispatcher, clock, sink, hostConcurrency: 1 };
  return answerGate(RUN_ID, { complete: true, by: "ada", note: "", ...over }, parts);
}

const reject = (bench: EngineBench, note = "Not like this.") => answer(bench, { complete: false, note });

describe("a step that a person must approve", () => {
  test("blocks with its artifact shown and both commands named", async () => {
    const bench = await benchOf(approving());
    expect(await bench.drive()).toMatchObject({ reason: "blocked", stepsProcessed: 1, usage: { units: 1 } });
    const { run, steps } = await bench.recorded();
    expect(run).toMatchObject({ status: "blocked", currentStepId: "a" });
    expect(steps[0]).toMatchObject({ status: "blocked", evidence: { output: "a:solo" } });
    expect(steps[0]?.notes).toContain(`akm workflow approve ${RUN_ID} --step a`);
    expect(steps[0]?.notes).toContain(`akm workflow reject ${RUN_ID} --step a`);
  });

  test("goes on once approved, with who, when and about what on record, and runs nothing again", async () => {
    const bench = await benchOf(approving());
    await bench.drive();
    expect(await answer(bench, { note: "Fine." })).toMatchObject({ status: "active", currentStepId: "a" });
    expect((await bench.recorded()).attempts.at(-1)).toMatchObject({
      unitId: "a.approval:l1",
      nodeId: "a.approval",
      runner: "person",
      status: "completed",
      inputHash: artifactHash("a:solo"),
      result: { complete: true, by: "ada", feedback: "Fine.", artifactHash: artifactHash("a:solo") },
      startedAt: expect.any(String),
    });
    expect(await bench.drive()).toMatchObject({ done: true, usage: { units: 2 } });
    expect(bench.dispatcher.dispatched).toEqual(["a:solo 1", "next:solo 1"]);
    expect((await bench.recorded()).events.map(({ type }) => type)).toContain("gate_judged");
  });

  // shows: loop-34
  test("stays blocked however often its run is merely resumed", async () => {
    const bench = await benchOf(approving());
    await bench.drive();
    await reopenRun(RUN_ID, bench);
    expect(await bench.drive()).toMatchObject({ reason: "blocked" });
    expect(bench.dispatcher.requests).toHaveLength(1);
    await answer(bench);
    expect((await bench.drive()).done).toBe(true);
  });

  // shows: loop-34
  test("needs a new approval for another artifact", async () => {
    const bench = await benchOf(approving());
    await bench.drive();
    await answer(bench);
    const altered = decorateJournal(bench.journal, {
      async *loadAttempts(id, filter) {
        for await (const attempt of bench.journal.loadAttempts(id, filter))
          yield attempt.unitId === "a:solo" ? { ...attempt, result: "another" } : attempt;
      },
    });
    expect(await bench.drive({}, { journal: altered })).toMatchObject({ reason: "blocked" });
    expect((await bench.recorded()).steps[0]?.notes).toContain("The artifact changed since it was approved.");
  });

  test("is asked about after its judge, and only then", async () => {
    const gate = judgedGate({ approve: true, maxLoops: 2 });
    const bench = await openBench(planOf([unitStep("a", { gate }, { target: commandTarget() })]), {
      script: judgedBy(rejected(), PASSED),
    });
    expect(await bench.drive()).toMatchObject({ reason: "blocked" });
    expect(bench.dispatcher.dispatched).toEqual(["a:solo 1", "a.gate:l1 1", "a:solo~l2 1", "a.gate:l2 1"]);
    await answer(bench);
    expect(await bench.drive()).toMatchObject({ done: true });
    expect(bench.dispatcher.requests).toHaveLength(4);
  });

  test("may be a route, whose decision stands", async () => {
    const route = { ...routeStep("a", "params.mode", { x: "next" }), gate: approving() };
    const bench = await benchOf(approving(), route);
    expect(await bench.drive()).toMatchObject({ reason: "blocked" });
    await answer(bench);
    expect(await bench.drive()).toMatchObject({ done: true });
    expect((await bench.recorded()).attempts[0]?.inputHash).toBe(
      artifactHash({ selected: "next", value: "x" }),
    );
  });
});

describe("a step that a person rejects", () => {
  test("fails its run when no loop is left, its artifact still shown", async () => {
    const bench = await benchOf(approving());
    await bench.drive();
    expect(await reject(bench)).toMatchObject({ status: "failed", currentStepId: "a" });
    expect((await bench.recorded()).steps[0]).toMatchObject({
      status: "failed",
      notes: "Rejected: Not like this.",
      evidence: { output: "a:solo" },
    });
  });

  test("is done again with the reason while loops are left, one set of them in all", async () => {
    const bench = await benchOf(approving({ maxLoops: 3 }));
    await bench.drive();
    for (const [loop, reason] of [
      [2, "First."],
      [3, "Second."],
    ] as const) {
      expect(await reject(bench, reason)).toMatchObject({ status: "active" });
      expect(await bench.drive()).toMatchObject({ reason: "blocked" });
      const request = bench.dispatcher.requests.at(-1);
      expect(request?.unitId).toBe(`a:solo~l${loop}`);
      expect(request?.prompt().text).toContain(reason);
    }
    expect(await reject(bench, "Third.")).toMatchObject({ status: "failed" });
  });

  test("is asked about again, as it is, once the run is reopened", async () => {
    const bench = await benchOf(approving());
    await bench.drive();
    await reject(bench);
    await reopenRun(RUN_ID, bench);
    expect(await bench.drive()).toMatchObject({ reason: "blocked" });
    await answer(bench);
    expect(await bench.drive()).toMatchObject({ done: true });
    expect(bench.dispatcher.dispatched).toEqual(["a:solo 1", "next:solo 1"]);
    const answers = (await bench.recorded()).attempts.filter(({ runner }) => runner === "person");
    expect(answers.map(({ unitId }) => unitId)).toEqual(["a.approval:l1", "a.approval:l2"]);
  });

  test("has its next loop judged before the person is asked again", async () => {
    const gate = judgedGate({ approve: true, maxLoops: 2 });
    const plan = planOf([unitStep("a", { gate }, { target: commandTarget() })]);
    const bench = await openBench(plan, {
      script: (r) => completed(isJudgement(r) ? { ...PASSED } : r.unitId),
    });
    await bench.drive();
    await reject(bench);
    expect(await bench.drive()).toMatchObject({ reason: "blocked" });
    expect(bench.dispatcher.dispatched.slice(2)).toEqual(["a:solo~l2 1", "a.gate:l2 1"]);
  });
});

describe("an answer is refused", () => {
  test("where no step waits for one", async () => {
    const bench = await benchOf(approving());
    await expect(answer(bench)).rejects.toMatchObject({ code: "RUN_NOT_RESUMABLE" });
    await bench.drive();
    await expect(answer(bench, { stepId: "next" })).rejects.toMatchObject({ code: "RUN_NOT_RESUMABLE" });
    await answer(bench, { stepId: "a" });
    await bench.drive();
    await expect(answer(bench)).rejects.toMatchObject({ code: "RUN_NOT_RESUMABLE" });
  });

  // shows: loop-71
  test("while another engine drives the run", async () => {
    const bench = await benchOf(approving());
    await bench.drive();
    const held = await bench.runLock.acquire(RUN_ID, { takeOver: false });
    await expect(answer(bench)).rejects.toMatchObject({ code: "RUN_LEASE_HELD" });
    await expect(reject(bench)).rejects.toMatchObject({ code: "RUN_LEASE_HELD" });
    await held.release();
    expect(await answer(bench)).toMatchObject({ status: "active" });
  });

  test("for a step whose judge is what could not answer", async () => {
    const gate = judgedGate({ approve: true });
    const bench = await openBench(planOf([unitStep("a", { gate })]), {
      script: judgedBy({ status: "failed", failureReason: "llm_error", error: "down" }),
    });
    await bench.drive();
    await expect(answer(bench)).rejects.toMatchObject({ code: "RUN_NOT_RESUMABLE" });
  });

  test("for a run that was given up", async () => {
    const bench = await benchOf(approving());
    await bench.drive();
    await abandonRun(RUN_ID, bench);
    await expect(answer(bench)).rejects.toMatchObject({ code: "RUN_NOT_RESUMABLE" });
  });
});
