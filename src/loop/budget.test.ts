import { describe, expect, test } from "vitest";
import { mapStep, planOf, unitStep } from "../../test/rig/build-plan.ts";
import { mapUnitId } from "../../test/rig/build-records.ts";
import { openBench } from "../../test/rig/engine-bench.ts";
import { completed, failed } from "../../test/rig/scripted-dispatcher.ts";

const items = ["a", "b", "c", "d", "e"];
const [a, b] = ["a", "b"].map((item) => mapUnitId("m", item)) as [string, string];

describe("a budget of units", () => {
  // shows: schema-589d
  test("lets those that are out finish when it is spent, and starts nothing new", async () => {
    const plan = planOf([mapStep("m", { concurrency: 2 })], { budget: { maxUnits: 2 } });
    const bench = await openBench(plan, { params: { items }, script: () => undefined });
    const driving = bench.drive();
    const second = await bench.dispatcher.held(b);
    (await bench.dispatcher.held(a)).finish(completed("A"));
    second.finish(completed("B"));
    expect(await driving).toMatchObject({
      done: false,
      reason: "budget",
      usage: { units: 2 },
      executed: [{ ok: false, failedUnits: 0 }],
    });
    const { run, steps } = await bench.recorded();
    expect(run).toMatchObject({ status: "failed", currentStepId: "m" });
    expect(steps[0]?.notes).toBe(
      "Executed 2 units: 2 succeeded, 0 failed, 3 not started. Stopped: budget exceeded (max_units ceiling).",
    );
    expect(steps[0]?.evidence?.output).toEqual(["A", "B", null, null, null]);
  });

  // shows: schema-589f
  test("that is spent is not opened again by --max-retries, whoever spent it", async () => {
    const plan = planOf([mapStep("m", { concurrency: 1 })], { budget: { maxUnits: 1 } });
    const bench = await openBench(plan, { params: { items }, script: () => completed() });
    await bench.drive();
    const before = await bench.recorded();
    await bench.drive({ maxRetries: 3 });
    expect((await bench.recorded()).events).toEqual(before.events);
  });

  // shows: schema-589e
  test("is a hard stop for a step told to continue as well", async () => {
    const plan = planOf([mapStep("m", { concurrency: 1 }, { onError: "continue" }), unitStep("after")], {
      budget: { maxUnits: 3 },
    });
    const bench = await openBench(plan, { params: { items }, script: () => failed() });
    expect(await bench.drive()).toMatchObject({ reason: "budget", usage: { units: 3 } });
    expect((await bench.recorded()).steps.map(({ status }) => status)).toEqual(["failed", "pending"]);
  });

  // shows: schema-589a
  test("counts each retry", async () => {
    const retry = { max: 9, on: ["non_zero_exit" as const] };
    const bench = await openBench(planOf([unitStep("u", {}, { retry })], { budget: { maxUnits: 3 } }), {
      script: () => failed(),
    });
    expect(await bench.drive()).toMatchObject({ reason: "budget", executed: [{ failedUnits: 1 }] });
    expect(bench.dispatcher.dispatched).toEqual(["u:solo 1", "u:solo 2", "u:solo 3"]);
  });

  // shows: schema-360e, schema-589c
  test("is counted over every invocation", async () => {
    const plan = planOf([unitStep("one"), unitStep("two"), unitStep("three")], { budget: { maxUnits: 2 } });
    const bench = await openBench(plan);
    await bench.drive({ maxSteps: 1 });
    await bench.drive({ maxSteps: 1 });
    expect(await bench.drive()).toMatchObject({ reason: "budget", usage: { units: 2 } });
    expect(bench.dispatcher.dispatched).toEqual(["one:solo 1", "two:solo 1"]);
  });

  test("that is just enough is no obstacle", async () => {
    const bench = await openBench(planOf([mapStep("m")], { budget: { maxUnits: 5 } }), { params: { items } });
    expect(await bench.drive()).toMatchObject({ done: true, usage: { units: 5 } });
  });
});

describe("a budget of tokens", () => {
  // shows: schema-589b, schema-589c
  test("is spent by what attempts report, failed ones and earlier invocations included", async () => {
    const plan = planOf([unitStep("one"), unitStep("two", {}, { onError: "continue" }), unitStep("three")], {
      budget: { maxTokens: 20 },
    });
    const bench = await openBench(plan, {
      script: ({ stepId }) => ({
        ...(stepId === "two" ? failed() : completed()),
        inputTokens: 7,
        outputTokens: 3,
      }),
    });
    await bench.drive({ maxSteps: 1 });
    expect(await bench.drive()).toMatchObject({
      reason: "budget",
      usage: { units: 2, inputTokens: 14, outputTokens: 6 },
    });
    expect((await bench.recorded()).steps[2]?.notes).toContain("budget exceeded (max_tokens ceiling)");
  });
});
