import { describe, expect, test } from "vitest";
import { planOf, routeStep, unitStep } from "../../test/rig/build-plan.ts";
import { openBench } from "../../test/rig/engine-bench.ts";

describe("--max-steps", () => {
  const plan = planOf([
    routeStep("pick", "params.mode", { x: "b" }, "a"),
    unitStep("a"),
    unitStep("b"),
    unitStep("c"),
  ]);

  test("counts finished steps and not skipped ones; what is left is done by the next invocation", async () => {
    const bench = await openBench(plan, { params: { mode: "x" } });
    const first = await bench.drive({ maxSteps: 2 });
    expect(first).toMatchObject({ stepsProcessed: 2, done: false });
    expect(first).not.toHaveProperty("reason");
    expect(first.executed.map(({ stepId }) => stepId)).toEqual(["pick", "b"]);
    expect((await bench.recorded()).run).toMatchObject({ status: "active", currentStepId: "c" });
    expect(await bench.drive({ maxSteps: 9 })).toMatchObject({ stepsProcessed: 1, done: true });
  });

  test("of 0 begins nothing", async () => {
    const bench = await openBench(plan, { params: { mode: "x" } });
    expect(await bench.drive({ maxSteps: 0 })).toMatchObject({ stepsProcessed: 0, done: false });
    expect(bench.dispatcher.requests).toEqual([]);
  });

  test("does not keep the steps that remain from being skipped", async () => {
    const bench = await openBench(
      planOf([routeStep("pick", "params.mode", { x: "a" }, "b"), unitStep("a"), unitStep("b")]),
      {
        params: { mode: "x" },
      },
    );
    expect(await bench.drive({ maxSteps: 2 })).toMatchObject({ stepsProcessed: 2, done: true });
  });
});
