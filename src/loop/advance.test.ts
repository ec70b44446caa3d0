import { describe, expect, test } from "vitest";
import { planOf, routeStep, unitStep } from "../../test/rig/build-plan.ts";
import { openBench } from "../../test/rig/engine-bench.ts";
import { completed } from "../../test/rig/scripted-dispatcher.ts";
import { STEP_EVIDENCE_BYTES_MAX } from "../contract/index.ts";
import type { PlanOutput } from "../plan/index.ts";

const total: PlanOutput = { name: "total", from: "steps.b.output.total", schema: { type: "integer" } };
const chain = planOf([unitStep("a"), unitStep("b")], { outputs: [total] });

describe("a step's row", () => {
  test("shows no more evidence than its bound, while a later step reads the whole", async () => {
    const long = "x".repeat(2 * STEP_EVIDENCE_BYTES_MAX);
    const bench = await openBench(planOf([unitStep("a"), unitStep("b", { inputs: ["steps.a.output"] })]), {
      script: ({ stepId }) => completed(stepId === "a" ? long : "short"),
    });
    await bench.drive();
    expect(bench.dispatcher.requests[1]?.context.inputs).toBe(`{"steps.a.output":"${long}"}`);
    const { steps } = await bench.recorded();
    expect(steps[0]?.evidence?.output).toMatchObject({ __akm_truncated__: true });
    expect(steps[1]?.evidence?.output).toBe("short");
  });
});

describe("a run's outputs", () => {
  // shows: schema-302, schema-321a
  // shows: engine-143
  test("become durable together with the end of its last step", async () => {
    const bench = await openBench(chain, { script: () => completed({ total: 3 }) });
    expect((await bench.drive()).done).toBe(true);
    expect((await bench.recorded()).run.outputs).toEqual({ total: 3 });
  });

  // shows: schema-321d
  test("are whole where the step's row shows only a part of what they read", async () => {
    const long = "x".repeat(2 * STEP_EVIDENCE_BYTES_MAX);
    const plan = planOf([unitStep("a")], { outputs: [{ name: "all", from: "steps.a.output" }] });
    const bench = await openBench(plan, { script: () => completed(long) });
    await bench.drive();
    const { run, steps } = await bench.recorded();
    expect(steps[0]?.evidence?.output).toMatchObject({ __akm_truncated__: true });
    expect(run.outputs).toEqual({ all: long });
  });

  // shows: schema-323b
  // shows: engine-150
  test("are absent where none are declared", async () => {
    const bench = await openBench(planOf([unitStep("a")]));
    await bench.drive();
    expect((await bench.recorded()).run).not.toHaveProperty("outputs");
  });

  test("read null from a skipped step, with a warning", async () => {
    const plan = planOf(
      [routeStep("pick", "params.mode", { x: "a", y: "b" }), unitStep("a"), unitStep("b")],
      {
        outputs: [{ name: "b", from: "steps.b.output" }],
      },
    );
    const bench = await openBench(plan, { params: { mode: "x" } });
    expect((await bench.drive()).done).toBe(true);
    expect((await bench.recorded()).run.outputs).toEqual({ b: null });
    expect(bench.warnings).toEqual(["outputs.b: steps.b.output is null, as step b was skipped"]);
  });
});

describe("outputs that cannot be resolved", () => {
  // shows: schema-321b, schema-321e
  // shows: engine-146
  test.each([
    [
      "lead nowhere",
      "text",
      'outputs.total: steps.b.output is a string, not an object: cannot resolve property "total"',
    ],
    [
      "miss their schema",
      { total: "3" },
      expect.stringMatching(/^outputs\.total: .* does not satisfy its schema: /),
    ],
  ])("because they %s leave the run active and its last step pending", async (_what, artifact, message) => {
    const bench = await openBench(chain, { script: () => completed(artifact) });
    await expect(bench.drive()).rejects.toMatchObject({
      code: "WORKFLOW_OUTPUT_INVALID",
      message,
      hint: expect.stringContaining("akm workflow abandon"),
    });
    const { run, steps, events } = await bench.recorded();
    expect(run).toMatchObject({ status: "active", currentStepId: "b" });
    expect(run).not.toHaveProperty("outputs");
    expect(steps.map(({ status }) => status)).toEqual(["completed", "pending"]);
    const ended = events.filter(({ type }) => type === "workflow_finished" || type === "step_finished");
    expect(ended.map(({ stepId }) => stepId)).toEqual(["a"]);
  });

  // shows: schema-321c
  test("are tried again by the next invocation, which dispatches nothing anew", async () => {
    const bench = await openBench(chain, { script: () => completed("text") });
    await expect(bench.drive()).rejects.toThrow();
    await expect(bench.drive()).rejects.toMatchObject({ code: "WORKFLOW_OUTPUT_INVALID" });
    expect(bench.dispatcher.dispatched).toEqual(["a:solo 1", "b:solo 1"]);
  });

  // shows: engine-146
  test("leave a last step that would have been skipped pending as well", async () => {
    const plan = planOf(
      [unitStep("b"), routeStep("pick", "params.mode", { x: "c" }, "d"), unitStep("c"), unitStep("d")],
      {
        outputs: [total],
      },
    );
    const bench = await openBench(plan, { params: { mode: "x" }, script: () => completed("text") });
    await expect(bench.drive()).rejects.toMatchObject({ code: "WORKFLOW_OUTPUT_INVALID" });
    const { run, steps } = await bench.recorded();
    expect(run).toMatchObject({ status: "active", currentStepId: "d" });
    expect(steps.map(({ status }) => status)).toEqual(["completed", "completed", "completed", "pending"]);
  });
});
