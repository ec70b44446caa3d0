import { describe, expect, test } from "vitest";
import { planOf, routeStep, unitStep } from "../../test/rig/build-plan.ts";
import { openBench } from "../../test/rig/engine-bench.ts";
import { completed, failed } from "../../test/rig/scripted-dispatcher.ts";

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

  test("counts a step that --max-retries tries again once", async () => {
    const script = ({ attempt }: { attempt: number }) => (attempt === 1 ? failed() : completed("done"));
    const bench = await openBench(planOf([unitStep("a"), unitStep("b")]), { script });
    expect(await bench.drive({ maxSteps: 1, maxRetries: 1 })).toMatchObject({
      stepsProcessed: 1,
      done: false,
    });
    expect((await bench.recorded()).run).toMatchObject({ status: "active", currentStepId: "b" });
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
