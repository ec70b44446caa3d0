import { describe, expect, test } from "vitest";
import { mapStep, planOf, routeStep, unitStep } from "../../test/rig/build-plan.ts";
import { openBench } from "../../test/rig/engine-bench.ts";
import { completed } from "../../test/rig/scripted-dispatcher.ts";
import type { PlanStep } from "../plan/index.ts";

/** a tells where to go; b is not chosen, c is, and d comes after either. */
function forked(d: PlanStep, found: string) {
  const plan = planOf([
    unitStep("a"),
    routeStep("pick", "steps.a.output.k", { zzz: "c" }, "b"),
    unitStep("b"),
    unitStep("c"),
    d,
  ]);
  return openBench(plan, { script: ({ stepId }) => completed(stepId === "a" ? { k: found } : stepId) });
}

describe("a route", () => {
  test("has a beginning and an end, a skipped step neither", async () => {
    const bench = await forked(unitStep("d"), "zzz");
    await bench.drive();
    const { steps } = await bench.recorded();
    expect(steps.filter(({ startedAt }) => startedAt === undefined).map(({ stepId }) => stepId)).toEqual([
      "b",
    ]);
    expect(steps.find(({ stepId }) => stepId === "pick")).toHaveProperty("completedAt");
  });

  // shows: schema-559a, schema-559c
  test("lets the selected step run and what follows, and skips the others without a unit", async () => {
    const bench = await forked(unitStep("d"), "zzz");
    const driven = await bench.drive();
    expect(driven).toMatchObject({ done: true, usage: { units: 3 } });
    expect(driven.executed.map(({ stepId }) => stepId)).toEqual(["a", "pick", "c", "d"]);
    const { steps } = await bench.recorded();
    expect(steps.map(({ stepId, status }) => `${stepId} ${status}`)).toEqual([
      "a completed",
      "pick completed",
      "b skipped",
      "c completed",
      "d completed",
    ]);
    expect(steps[1]).toMatchObject({
      selectedStepId: "c",
      notes: "Selected c.",
      evidence: { output: { selected: "c", value: "zzz" }, units: [] },
    });
    expect(steps[2]).toMatchObject({ notes: "Skipped: route pick selected c.", unitCount: 0 });
  });

  // shows: schema-559b
  test("falls back on its default", async () => {
    const bench = await forked(unitStep("d"), "other");
    await bench.drive();
    expect(bench.dispatcher.dispatched).toEqual(["a:solo 1", "b:solo 1", "d:solo 1"]);
  });

  test("hands on what it selected and why", async () => {
    const bench = await forked(unitStep("d", { inputs: ["steps.pick.output"] }), "zzz");
    await bench.drive();
    expect(bench.dispatcher.requests.at(-1)?.context.inputs).toBe(
      '{"steps.pick.output":{"selected":"c","value":"zzz"}}',
    );
  });

  // shows: schema-559e
  test("that matches nothing and has no default fails its run before any branch", async () => {
    const plan = planOf([routeStep("pick", "params.mode", { x: "a" }), unitStep("a")]);
    const bench = await openBench(plan, { params: { mode: "y" } });
    expect(await bench.drive()).toMatchObject({
      reason: "failed",
      executed: [{ stepId: "pick", ok: false, units: 0 }],
    });
    expect((await bench.recorded()).steps).toMatchObject([
      { status: "failed", notes: expect.stringContaining('params.mode is "y", which no branch matches') },
      { status: "pending" },
    ]);
  });
});

describe("a skipped step's output", () => {
  test("reads as null in inputs, with a warning", async () => {
    const bench = await forked(unitStep("d", { inputs: ["steps.b.output"] }), "zzz");
    expect((await bench.drive()).done).toBe(true);
    expect(bench.dispatcher.requests.at(-1)?.context.inputs).toBe('{"steps.b.output":null}');
    expect(bench.warnings).toEqual(["step d: input steps.b.output is null, as step b was skipped"]);
  });

  test("is nothing to fan out over", async () => {
    const bench = await forked(mapStep("d", { over: "steps.b.output" }), "zzz");
    expect(await bench.drive()).toMatchObject({ reason: "failed" });
    expect((await bench.recorded()).steps[4]?.notes).toBe(
      "map.over: steps.b.output is null (step b was skipped); a map needs an array",
    );
  });

  test("sends a route its default way, with a warning", async () => {
    const plan = planOf([
      routeStep("first", "params.mode", { x: "a", y: "b" }),
      unitStep("a"),
      unitStep("b"),
      routeStep("second", "steps.b.output", { done: "c" }, "d"),
      unitStep("c"),
      unitStep("d"),
    ]);
    const bench = await openBench(plan, { params: { mode: "x" } });
    await bench.drive();
    expect(bench.dispatcher.dispatched).toEqual(["a:solo 1", "d:solo 1"]);
    expect(bench.warnings).toEqual(["step second: steps.b.output is null, as step b was skipped"]);
  });
});
