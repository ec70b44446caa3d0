import { describe, expect, test } from "vitest";
import { mapStep, OBJECT_SCHEMA, planOf, unitStep } from "../../test/rig/build-plan.ts";
import { AT, RUN_ID } from "../../test/rig/build-records.ts";
import { openBench } from "../../test/rig/engine-bench.ts";
import { completed, failed } from "../../test/rig/scripted-dispatcher.ts";
import { dispatchIdOf } from "../step/index.ts";
import { driveRun } from "./drive-run.ts";

describe("a run of steps that succeed", () => {
  // shows: schema-118a
  test("ends completed, every step and attempt recorded", async () => {
    const bench = await openBench(planOf([unitStep("a"), unitStep("b")]), {
      script: ({ stepId }) => completed(`out ${stepId}`, { inputTokens: 2, outputTokens: 3 }),
    });
    expect(await bench.drive()).toEqual({
      executed: [
        {
          stepId: "a",
          ok: true,
          units: 1,
          reusedUnits: 0,
          failedUnits: 0,
          loop: 1,
          summary: expect.any(String),
        },
        {
          stepId: "b",
          ok: true,
          units: 1,
          reusedUnits: 0,
          failedUnits: 0,
          loop: 1,
          summary: expect.any(String),
        },
      ],
      stepsProcessed: 2,
      done: true,
      usage: { units: 2, inputTokens: 4, outputTokens: 6 },
    });
    const { run, steps, attempts } = await bench.recorded();
    expect(run).toMatchObject({ status: "completed", currentStepId: null });
    expect(steps.map(({ status, evidence }) => [status, evidence?.output])).toEqual([
      ["completed", "out a"],
      ["completed", "out b"],
    ]);
    expect(attempts).toMatchObject(
      [
        {
          unitId: "a:solo",
          status: "completed",
          attempt: 1,
          dispatch: 1,
          epoch: 0,
          inputHash: /^[0-9a-f]{64}$/,
        },
        { unitId: "b:solo", status: "completed", dispatchId: dispatchIdOf(RUN_ID, "b:solo", 1) },
      ].map((attempt) =>
        expect.objectContaining({ ...attempt, inputHash: expect.stringMatching(/^[0-9a-f]{64}$/) }),
      ),
    );
  });

  test("tells the sink each event once it is durable, in the journal's order", async () => {
    const bench = await openBench(planOf([unitStep("a")]));
    await bench.drive();
    const { events } = await bench.recorded();
    expect(bench.told).toEqual(events.slice(1));
    expect(events.map(({ type }) => type)).toEqual([
      "workflow_started",
      "step_started",
      "unit_started",
      "unit_finished",
      "step_finished",
      "workflow_finished",
    ]);
  });

  // shows: loop-80
  test.each([
    ["completed", () => completed()],
    ["failed", () => failed()],
    [
      "ended in a defect of a dispatcher",
      () => {
        throw new Error("defect");
      },
    ],
  ])("has what its attempts shared ended once it has %s", async (_, script) => {
    const bench = await openBench(planOf([unitStep("a")]), { script });
    await bench.drive().catch(() => undefined);
    expect(bench.dispatcher.disposals).toBe(1);
  });

  // shows: schema-345a
  // shows: schema-119b, schema-266, schema-267, schema-268, schema-276a
  test("hands a unit all that it is asked with", async () => {
    const env = [{ kind: "literal", name: "MODE", value: "fast" }] as const;
    const plan = planOf([
      unitStep("list"),
      mapStep(
        "check",
        { over: "steps.list.output.files", inputs: ["steps.list.output.n"] },
        {
          timeoutMs: 5000,
          env: [...env],
          outputSchema: OBJECT_SCHEMA,
        },
      ),
    ]);
    const bench = await openBench(plan, {
      params: { b: 1, a: "x" },
      script: ({ stepId }) => completed(stepId === "list" ? { files: ["f.ts"], n: 1 } : {}),
    });
    await bench.drive();
    const [list, check] = bench.dispatcher.requests;
    expect(list).toEqual({
      runId: RUN_ID,
      stepId: "list",
      unitId: "list:solo",
      dispatchId: dispatchIdOf(RUN_ID, "list:solo", 1),
      attempt: 1,
      target: { kind: "shell", command: ["true"], passEnv: [] },
      instructions: "Do list.\n",
      cwd: plan.cwd,
      env: [],
      context: { params: '{"a":"x","b":1}' },
      prompt: expect.any(Function),
    });
    expect(check).toMatchObject({
      timeoutMs: 5000,
      env,
      outputSchema: OBJECT_SCHEMA,
      context: {
        params: '{"a":"x","b":1}',
        item: { json: '"f.ts"', index: 0 },
        inputs: '{"steps.list.output.n":1}',
      },
    });
  });
});

describe("maps over nothing", () => {
  const plan = planOf([
    mapStep("a"),
    mapStep("b", { over: "steps.a.output" }),
    unitStep("c", { inputs: ["steps.b.output"] }),
  ]);

  // shows: schema-294
  test("complete with an empty array and let the next step see it, on a resumed run as well", async () => {
    const bench = await openBench(plan, { params: { items: [] } });
    await bench.drive({ maxSteps: 1 });
    expect((await bench.drive()).done).toBe(true);
    expect(bench.dispatcher.requests.map(({ context }) => context.inputs)).toEqual(['{"steps.b.output":[]}']);
    expect((await bench.recorded()).steps.map(({ status }) => status)).toEqual(Array(3).fill("completed"));
  });

  test("fail before any unit starts where there is no array", async () => {
    const bench = await openBench(plan, { params: { items: "abc" } });
    expect(await bench.drive()).toMatchObject({ done: false, reason: "failed", stepsProcessed: 1 });
    const { run, steps, attempts } = await bench.recorded();
    expect(attempts).toEqual([]);
    expect(run).toMatchObject({ status: "failed", currentStepId: "a" });
    expect(steps[0]).toMatchObject({
      status: "failed",
      notes: "map.over: params.items is a string; a map needs an array",
    });
  });
});

describe("a run that cannot be driven", () => {
  test("is not found by an id that names none", async () => {
    const bench = await openBench(planOf([unitStep("a")]));
    const { journal, runLock, dispatcher, clock } = bench;
    const sink = { event: () => undefined, warning: () => undefined };
    const driving = driveRun(
      "no-such-run",
      { journal, runLock, dispatcher, clock, sink, hostConcurrency: 1 },
      { stop: new AbortController().signal },
    );
    await expect(driving).rejects.toMatchObject({ code: "RUN_NOT_FOUND" });
    expect(await bench.lockHolder("no-such-run")).toBeUndefined();
  });

  test("because its directory is gone says so and stays as it was", async () => {
    const bench = await openBench(planOf([unitStep("a")]));
    bench.dispatcher.directoryMissing = true;
    await expect(bench.drive()).rejects.toMatchObject({ code: "WORKING_DIRECTORY_MISSING" });
    expect((await bench.recorded()).run.status).toBe("active");
  });

  test.each(["completed", "failed"] as const)("because it is %s dispatches nothing", async (status) => {
    const bench = await openBench(planOf([unitStep("a")]), {
      script: () => (status === "failed" ? failed() : completed()),
    });
    await bench.drive();
    bench.dispatcher.directoryMissing = true;
    const before = await bench.recorded();
    expect(await bench.drive()).toMatchObject({
      executed: [],
      stepsProcessed: 0,
      done: status === "completed",
    });
    expect(await bench.recorded()).toEqual(before);
  });
});

describe("the run's lock", () => {
  // shows: engine-198, engine-199, loop-65, loop-67
  test("is held while the run is driven, and let go afterwards", async () => {
    const bench = await openBench(planOf([unitStep("a")]), { script: () => undefined });
    const driving = bench.drive();
    const held = await bench.dispatcher.held("a:solo");
    await expect(bench.drive()).rejects.toMatchObject({ code: "RUN_LEASE_HELD" });
    expect(await bench.lockHolder(RUN_ID)).toMatchObject({ pid: process.pid, acquiredAt: AT });
    held.finish(completed());
    await driving;
    expect(await bench.lockHolder(RUN_ID)).toBeUndefined();
  });

  // shows: engine-195, loop-67
  test("is taken before the plan is read or the directory looked for", async () => {
    const bench = await openBench(planOf([unitStep("a")]), { planJson: "{" });
    const held = await bench.runLock.acquire(RUN_ID, { takeOver: false });
    bench.dispatcher.directoryMissing = true;
    await expect(bench.drive()).rejects.toMatchObject({ code: "RUN_LEASE_HELD" });
    expect((await bench.recorded()).run.status).toBe("active");
    await held.release();
    await expect(bench.drive()).rejects.toMatchObject({ code: "WORKFLOW_PLAN_UNDECODABLE" });
  });

  // shows: engine-198, loop-67
  test("is let go when driving throws", async () => {
    const bench = await openBench(planOf([unitStep("a")]));
    bench.dispatcher.directoryMissing = true;
    await expect(bench.drive()).rejects.toThrow();
    expect(await bench.lockHolder(RUN_ID)).toBeUndefined();
  });
});
