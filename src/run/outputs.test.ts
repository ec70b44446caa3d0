import { describe, expect, test } from "vitest";
import { planOf, unitStep } from "../../test/rig/build-plan.ts";
import type { Json } from "../contract/index.ts";
import type { PlanOutput } from "../plan/index.ts";
import type { BoundArtifact } from "../step/index.ts";
import { outputSteps, resolveRunOutputs } from "./outputs.ts";

const artifacts = new Map<string, BoundArtifact>([
  ["a", { skipped: false, value: { total: 2, list: ["x"] } }],
  ["gone", { skipped: true }],
]);

function planWith(...outputs: PlanOutput[]) {
  return planOf([unitStep("a"), unitStep("gone")], outputs.length === 0 ? {} : { outputs });
}

function resolve(...outputs: PlanOutput[]) {
  return resolveRunOutputs(planWith(...outputs), { params: {}, artifacts });
}

function outputsOf(...outputs: PlanOutput[]): { [name: string]: Json } | undefined {
  const resolved = resolve(...outputs);
  return resolved.ok ? resolved.outputs : undefined;
}

describe("a run's outputs", () => {
  test("are absent where none are declared", () => {
    expect(resolve()).toMatchObject({ ok: true, outputs: undefined });
  });

  // shows: schema-319, schema-323a
  // shows: engine-140, engine-145
  test("are what their references lead to", () => {
    expect(
      outputsOf(
        { name: "total", from: "steps.a.output.total", schema: { type: "integer", minimum: 0 } },
        { name: "first", from: "steps.a.output.list[0]" },
      ),
    ).toEqual({ total: 2, first: "x" });
  });

  test("read null from a skipped step, with a warning", () => {
    const resolved = resolve({ name: "late", from: "steps.gone.output.k" });
    expect(resolved).toEqual({
      ok: true,
      outputs: { late: null },
      warnings: ["outputs.late: steps.gone.output.k is null, as step gone was skipped"],
    });
  });

  test("may be called like a property that every object has", () => {
    const outputs = outputsOf({ name: "__proto__", from: "steps.a.output.list" });
    expect(JSON.stringify(outputs)).toBe('{"__proto__":["x"]}');
  });

  test("fail together, every problem named", () => {
    expect(
      resolve(
        { name: "total", from: "steps.a.output.total" },
        { name: "none", from: "steps.a.output.none" },
        { name: "text", from: "steps.a.output.total", schema: { type: "string" } },
      ),
    ).toEqual({
      ok: false,
      problems: [
        'outputs.none: steps.a.output has no property "none"',
        expect.stringMatching(
          /^outputs\.text: steps\.a\.output\.total does not satisfy its schema: .*string/,
        ),
      ],
    });
  });

  test("name the steps they read, once each", () => {
    const plan = planWith({ name: "x", from: "steps.a.output.total" }, { name: "y", from: "steps.a.output" });
    expect(outputSteps(plan)).toEqual(["a"]);
    expect(outputSteps(planWith())).toEqual([]);
  });
});

test("outputs that come to more than 64 MiB together are refused, with their size", () => {
  const list = Array.from({ length: 65 }, () => "x".repeat(2 ** 20));
  const large = new Map<string, BoundArtifact>([["a", { skipped: false, value: list }]]);
  expect(
    resolveRunOutputs(planWith({ name: "all", from: "steps.a.output" }), { params: {}, artifacts: large }),
  ).toMatchObject({ ok: false, problems: [expect.stringMatching(/^outputs: .*at most 67108864/)] });
});
