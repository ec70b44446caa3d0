import { describe, expect, test } from "vitest";
import {
  commandTarget,
  judgedGate,
  mapStep,
  OBJECT_SCHEMA,
  planOf,
  routeStep,
  unitStep,
} from "../../test/rig/build-plan.ts";
import { mapUnitId, RUN_ID } from "../../test/rig/build-records.ts";
import { type EngineBench, openBench, stopSwitch } from "../../test/rig/engine-bench.ts";
import { completed, failed, type Script } from "../../test/rig/scripted-dispatcher.ts";
import { isJudgement, judgedBy, PASSED, rejected } from "../../test/rig/verdicts.ts";
import type { PlanGate, PlanUnit, PlanUnitStep } from "../plan/index.ts";
import { abandonRun } from "./abandon-run.ts";
import { reopenRun } from "./reopen-run.ts";

/** A step that asks a model and has a judge. */
function askingStep(
  gate: Partial<PlanGate> = {},
  step: Partial<PlanUnitStep> = {},
  unit: Partial<PlanUnit> = {},
): PlanUnitStep {
  return unitStep("a", { gate: judgedGate(gate), ...step }, { target: commandTarget(), ...unit });
}

function benchOf(step: PlanUnitStep, script: Script): Promise<EngineBench> {
  return openBench(planOf([step, unitStep("next", { inputs: ["steps.a.output"] })]), { script });
}

async function stepA(bench: EngineBench) {
  return (await bench.recorded()).steps[0];
}

describe("a judge that is satisfied", () => {
  // shows: schema-577a, schema-577b, schema-583a, schema-585a
  // shows: schema-131b
  // shows: loop-26, engine-40d
  test("lets the step pass, asked once with the rubric and the artifact apart", async () => {
    const bench = await benchOf(askingStep(), judgedBy(PASSED));
    expect(await bench.drive()).toMatchObject({ done: true, usage: { units: 3 } });
    expect(bench.dispatcher.dispatched).toEqual(["a:solo 1", "a.gate:l1 1", "next:solo 1"]);
    const request = bench.dispatcher.requests[1];
    expect(request).toMatchObject({ stepId: "a", target: { kind: "command", engine: { name: "judge" } } });
    expect(request).not.toHaveProperty("timeoutMs");
    const { text } = request?.prompt() ?? { text: "" };
    expect(text).toMatch(/\[akm:rubric \w{8}\]\n- All is well\.\n\n\[\/akm:rubric/);
    expect(text).toMatch(/\[akm:artifact \w{8}\]\n1 unit, 0 failed\.\n"a:solo"\n\[\/akm:artifact/);
  });

  // shows: schema-577c
  // shows: reuse-47, loop-30
  test("is journaled as a unit of its own, with what it was asked and what it cost", async () => {
    const step = askingStep({ judgeTimeoutMs: 9 });
    const usage = { inputTokens: 7, outputTokens: 2, model: "m-2026" };
    const bench = await benchOf(step, (request) =>
      isJudgement(request) ? completed({ ...PASSED }, usage) : completed("out"),
    );
    expect((await bench.drive()).usage).toEqual({ units: 3, inputTokens: 7, outputTokens: 2 });
    const { attempts, events } = await bench.recorded();
    expect(attempts[1]).toMatchObject({
      stepId: "a",
      nodeId: "a.gate",
      unitId: "a.gate:l1",
      runner: "llm",
      engine: "judge",
      model: "m-2026",
      status: "completed",
      result: PASSED,
      ...{ inputTokens: 7, outputTokens: 2 },
    });
    expect(bench.dispatcher.requests[1]?.timeoutMs).toBe(9);
    expect(events.map(({ type }) => type)).toContain("gate_judged");
  });

  // shows: schema-400b, schema-570, schema-577a
  // shows: loop-26
  test.each([
    ["a command", unitStep("a", { gate: judgedGate() })],
    ["a map over nothing", mapStep("a", { gate: judgedGate() })],
    ["a map some of whose units failed", mapStep("a", { gate: judgedGate() }, { onError: "continue" })],
  ])("judges the artifact of %s", async (what, step) => {
    const bench = await openBench(planOf([step]), {
      params: { items: what.includes("nothing") ? [] : ["x", "y"] },
      script: (request) => {
        if (isJudgement(request)) return completed({ ...PASSED });
        return request.context.item?.index === 1 ? failed() : completed("out");
      },
    });
    expect((await bench.drive()).done).toBe(true);
    const told = bench.dispatcher.requests.at(-1)?.instructions;
    const expected = {
      "a command": '1 unit, 0 failed.\n"out"',
      "a map over nothing": "0 units, 0 failed.\n[]",
      "a map some of whose units failed": '2 units, 1 failed.\n["out",null]',
    }[what];
    expect(told).toContain(expected);
  });

  test("is not asked about a step that failed", async () => {
    const bench = await benchOf(askingStep({ maxLoops: 3 }), () => failed());
    expect(await bench.drive()).toMatchObject({ reason: "failed", usage: { units: 1 } });
  });

  // shows: schema-130c
  test("is asked about a route's decision", async () => {
    const route = { ...routeStep("pick", "params.mode", { x: "next" }), gate: judgedGate() };
    const bench = await openBench(planOf([route, unitStep("next")]), {
      params: { mode: "x" },
      script: judgedBy(rejected(), PASSED),
    });
    expect(await bench.drive()).toMatchObject({ reason: "gate-rejected", gateRejection: { stepId: "pick" } });
    expect(bench.dispatcher.requests[0]?.instructions).toContain('{"selected":"next","value":"x"}');
    await reopenRun(RUN_ID, bench);
    expect(await bench.drive()).toMatchObject({ done: true });
    expect(bench.dispatcher.dispatched).toEqual(["pick.gate:l1 1", "pick.gate:l2 1", "next:solo 1"]);
  });
});

describe("a judge that is not satisfied", () => {
  // shows: schema-579a
  // shows: schema-121a
  // shows: reuse-89, loop-36, loop-39
  test("has the step done again, told what is missing, while loops are left", async () => {
    const bench = await benchOf(askingStep({ maxLoops: 3 }), judgedBy(rejected("Add tests."), PASSED));
    const driven = await bench.drive();
    expect(driven).toMatchObject({ done: true, stepsProcessed: 2 });
    expect(driven.executed.map(({ stepId, loop, ok }) => [stepId, loop, ok])).toEqual([
      ["a", 1, false],
      ["a", 2, true],
      ["next", 1, true],
    ]);
    expect(driven.executed[0]?.summary).toContain("The gate was not passed: tests; Add tests.");
    expect(bench.dispatcher.dispatched.slice(0, 4)).toEqual([
      "a:solo 1",
      "a.gate:l1 1",
      "a:solo~l2 1",
      "a.gate:l2 1",
    ]);
    const [first, , second] = bench.dispatcher.requests;
    expect(first?.prompt().text).not.toContain("Add tests.");
    expect(second?.prompt().text).toMatch(/Add tests\.\n- missing: tests/);
    expect(second?.instructions).toBe(first?.instructions);
    expect(bench.dispatcher.requests.at(-1)?.context.inputs).toBe('{"steps.a.output":"a:solo~l2"}');
    expect(await stepA(bench)).toMatchObject({ status: "completed", loop: 2, firstLoop: 1 });
  });

  // shows: schema-579c, loop-36
  test("has every unit of a map done again, told what is missing, under ids of their own", async () => {
    const step = mapStep("a", { gate: judgedGate({ maxLoops: 2 }) }, { target: commandTarget() });
    const script = judgedBy(rejected(), PASSED);
    const bench = await openBench(planOf([step]), { params: { items: ["x", "y"] }, script });
    expect((await bench.drive()).done).toBe(true);
    const ids = ["x", "y"].map((item) => mapUnitId("a", item));
    expect(bench.dispatcher.requests.map(({ unitId }) => unitId)).toEqual([
      ...ids,
      "a.gate:l1",
      ...ids.map((id) => `${id}~l2`),
      "a.gate:l2",
    ]);
    const told = bench.dispatcher.requests.slice(3, 5).map(({ prompt }) => prompt().text);
    for (const text of told) expect(text).toMatch(/More\.\n- missing: tests/);
  });

  // shows: schema-579d
  // shows: schema-121a
  // shows: loop-24, loop-41
  test("fails the step and the run when none is left, and says why", async () => {
    const bench = await benchOf(
      askingStep({ maxLoops: 2 }),
      judgedBy(rejected("No."), rejected("Still no.")),
    );
    expect(await bench.drive()).toMatchObject({
      done: false,
      reason: "gate-rejected",
      stepsProcessed: 1,
      gateRejection: { stepId: "a", missing: ["tests"], feedback: "Still no." },
    });
    const { run, steps } = await bench.recorded();
    expect(run).toMatchObject({ status: "failed", currentStepId: "a" });
    expect(steps[0]).toMatchObject({
      status: "failed",
      notes: expect.stringContaining("tests; Still no."),
      evidence: { output: "a:solo~l2" },
    });
  });

  test("is not asked again by --max-retries", async () => {
    const bench = await benchOf(askingStep(), judgedBy(rejected()));
    for (let invocation = 1; invocation <= 2; invocation += 1) {
      expect(await bench.drive({ maxRetries: 3 })).toMatchObject({
        reason: "gate-rejected",
        gateRejection: { stepId: "a", feedback: "More." },
      });
    }
    expect(bench.dispatcher.requests).toHaveLength(2);
  });

  // shows: schema-349, schema-581a
  // shows: loop-45a
  test("judges a command once, whose argv could answer no feedback", async () => {
    const bench = await openBench(planOf([unitStep("a", { gate: judgedGate() })]), {
      script: judgedBy(rejected()),
    });
    expect(await bench.drive()).toMatchObject({
      reason: "gate-rejected",
      gateRejection: { stepId: "a", missing: ["tests"], feedback: "More." },
    });
    expect(bench.dispatcher.dispatched).toEqual(["a:solo 1", "a.gate:l1 1"]);
  });

  test("is asked again about the same artifact once the run is reopened, and may then use a fresh set of loops", async () => {
    const script = judgedBy(rejected("1"), rejected("2"), rejected("3"), rejected("4"), PASSED);
    const bench = await benchOf(askingStep({ maxLoops: 2 }), script);
    await bench.drive();
    await reopenRun(RUN_ID, bench);
    expect(await bench.drive()).toMatchObject({ reason: "gate-rejected", gateRejection: { feedback: "4" } });
    expect(bench.dispatcher.dispatched).toEqual([
      "a:solo 1",
      "a.gate:l1 1",
      "a:solo~l2 1",
      "a.gate:l2 1",
      "a.gate:l3 1",
      "a:solo~l3 1",
      "a.gate:l4 1",
    ]);
    expect(bench.dispatcher.requests[4]?.instructions).toBe(bench.dispatcher.requests[3]?.instructions);
    expect(bench.dispatcher.requests[5]?.prompt().text).toContain("3\n- missing: tests");
    await reopenRun(RUN_ID, bench);
    expect(await bench.drive()).toMatchObject({ done: true });
    expect(bench.dispatcher.dispatched.slice(7)).toEqual(["a.gate:l5 1", "next:solo 1"]);
  });
});

describe("an artifact that misses the step's schema", () => {
  const answers = (...results: (object | string)[]): Script => {
    const left = [...results];
    return (request) => completed(isJudgement(request) ? { ...PASSED } : (left.shift() as object as never));
  };

  // shows: schema-327d, schema-579b
  // shows: loop-42, loop-44
  test("has the step done again with the errors, and no judge sees it", async () => {
    const step = askingStep({ maxLoops: 2 }, { outputSchema: { ...OBJECT_SCHEMA, required: ["k"] } });
    const bench = await benchOf(step, answers({}, { k: 1 }));
    expect((await bench.drive()).done).toBe(true);
    expect(bench.dispatcher.dispatched.slice(0, 3)).toEqual(["a:solo 1", "a:solo~l2 1", "a.gate:l2 1"]);
    const { text } = bench.dispatcher.requests[1]?.prompt() ?? { text: "" };
    expect(text).toMatch(/does not satisfy its schema\.\n- missing: .*k/);
  });

  // shows: loop-44
  test("fails the step when no loop is left, which is no rejection", async () => {
    const step = askingStep({ maxLoops: 2 }, { outputSchema: OBJECT_SCHEMA });
    const bench = await benchOf(step, answers("text", "text"));
    const driven = await bench.drive();
    expect(driven).toMatchObject({ reason: "failed", usage: { units: 2 } });
    expect(driven).not.toHaveProperty("gateRejection");
    expect((await stepA(bench))?.notes).toContain("does not satisfy its schema");
  });

  test("gets a fresh set of loops with the errors once the run is reopened", async () => {
    const step = askingStep({ maxLoops: 2 }, { outputSchema: OBJECT_SCHEMA });
    const bench = await benchOf(step, answers("text", "text", { k: 1 }));
    await bench.drive();
    await reopenRun(RUN_ID, bench);
    expect((await bench.drive()).done).toBe(true);
    expect(bench.dispatcher.dispatched.slice(2)).toEqual(["a:solo~l3 1", "a.gate:l3 1", "next:solo 1"]);
    expect(bench.dispatcher.requests[2]?.prompt().text).toContain("does not satisfy its schema");
  });
});

// shows: schema-131e
describe("a judge that cannot answer", () => {
  const down = failed("llm_error", "connect ECONNREFUSED.");

  // shows: schema-585b
  test("blocks the step with the commands that go on, and its units are not run again", async () => {
    const bench = await benchOf(askingStep(), judgedBy(down, PASSED));
    expect(await bench.drive()).toMatchObject({ done: false, reason: "blocked", stepsProcessed: 1 });
    expect((await bench.recorded()).run).toMatchObject({ status: "blocked", currentStepId: "a" });
    const notes = (await stepA(bench))?.notes;
    expect(notes).toContain("could not be verified: connect ECONNREFUSED.");
    expect(notes).toContain(`akm workflow resume ${RUN_ID}`);
    expect(notes).toContain(`akm workflow run ${RUN_ID}`);

    await reopenRun(RUN_ID, bench);
    expect((await bench.drive()).done).toBe(true);
    expect(bench.dispatcher.dispatched).toEqual(["a:solo 1", "a.gate:l1 1", "a.gate:l1 2", "next:solo 1"]);
  });

  test("leaves no dead end: a blocked run that was abandoned can be resumed and judged", async () => {
    const bench = await benchOf(askingStep(), judgedBy(down, PASSED));
    await bench.drive();
    await abandonRun(RUN_ID, bench);
    await reopenRun(RUN_ID, bench);
    expect((await bench.drive()).done).toBe(true);
    expect(bench.dispatcher.dispatched.filter((unit) => unit.startsWith("a:solo"))).toHaveLength(1);
  });

  // shows: schema-585b
  test.each<[string, object]>([
    ["is complete with something missing", { ...PASSED, missing: ["tests"] }],
    ["says complete in words", { ...PASSED, complete: "yes" }],
    ["does not say complete", { missing: [], feedback: "" }],
    ["has a missing list of other things", { ...rejected(), missing: [1] }],
  ])("(its verdict %s) is told so once and then blocks the step", async (_what, verdict) => {
    const bench = await benchOf(askingStep({ maxLoops: 3 }), judgedBy(verdict));
    expect(await bench.drive()).toMatchObject({ reason: "blocked" });
    expect(bench.dispatcher.dispatched).toEqual(["a:solo 1", "a.gate:l1 1", "a.gate:l1 2"]);
    expect(bench.dispatcher.requests[2]?.prompt().text).toContain("The answer is no verdict");
    expect((await stepA(bench))?.notes).toContain("could not be verified: The answer is no verdict");
  });

  test("at first, but does when told what a verdict is, is taken at its second word", async () => {
    const bench = await benchOf(askingStep(), judgedBy({ complete: "yes" }, PASSED));
    expect((await bench.drive()).done).toBe(true);
    expect((await bench.recorded()).attempts.slice(1, 3)).toMatchObject([
      { status: "failed", failureReason: "validation_error" },
      { status: "completed", attempt: 2 },
    ]);
  });

  test("since the run was stopped leaves the step where it is, to be asked by the next engine", async () => {
    const { signal, stop } = stopSwitch();
    const bench = await benchOf(askingStep(), (request) =>
      isJudgement(request) ? undefined : completed("out"),
    );
    const driving = bench.drive({ stop: signal });
    await bench.dispatcher.held("a.gate:l1");
    stop("SIGINT");
    expect(await driving).toMatchObject({ reason: "interrupted", stepsProcessed: 0, executed: [] });
    expect(await stepA(bench)).toMatchObject({ status: "active" });
    const again = bench.drive();
    (await bench.dispatcher.held("a.gate:l1")).finish(completed({ ...PASSED }));
    expect((await again).done).toBe(true);
    expect(bench.dispatcher.dispatched.slice(0, 3)).toEqual(["a:solo 1", "a.gate:l1 1", "a.gate:l1 2"]);
  });

  test("properly at first, and was stopped before it was told so, is told by the next engine", async () => {
    const { signal, stop } = stopSwitch();
    const bench = await benchOf(askingStep(), (request) => {
      if (!isJudgement(request)) return completed("out");
      if (request.attempt > 1) return completed({ ...PASSED });
      stop("SIGINT");
      return completed({ complete: "yes" });
    });
    expect(await bench.drive({ stop: signal })).toMatchObject({ reason: "interrupted" });
    expect(await bench.drive()).toMatchObject({ done: true });
    expect(bench.dispatcher.requests[2]?.prompt().text).toContain("The answer is no verdict");
  });

  // shows: schema-589a
  test("because the budget is spent fails the step as over budget", async () => {
    const plan = planOf([askingStep()], { budget: { maxUnits: 1 } });
    const bench = await openBench(plan, { script: judgedBy(PASSED) });
    expect(await bench.drive()).toMatchObject({ reason: "budget", usage: { units: 1 } });
    expect((await stepA(bench))?.notes).toContain("max_units ceiling");
  });
});
