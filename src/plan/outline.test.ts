import { describe, expect, test } from "vitest";
import { outlineWorkflow } from "./outline.ts";
import {
  catalogueOf,
  engineUnit,
  execUnit,
  located,
  noEngines,
  unitStep,
  workflowOf,
} from "./testing/sample-workflow.ts";

const gate = { rubric: located("- Good.\n"), maxLoops: located(2) };
const workflow = workflowOf([
  unitStep("run", { unit: execUnit() }),
  unitStep("ask", { unit: engineUnit(), gate }),
  unitStep("name", { unit: engineUnit({ engine: located("reviewer"), model: located("deep") }) }),
]);

describe("the outline of a workflow", () => {
  test("tells what would be asked, where the engines are there", () => {
    const outline = outlineWorkflow(workflowOf(workflow.steps.slice(0, 2)), catalogueOf());
    expect(outline.problems).toEqual([]);
    expect(outline.steps).toMatchObject([
      { id: "run", orchestration: { timeoutMs: 600_000, exec: { command: ["true"] } } },
      {
        id: "ask",
        gate: { rubric: "- Good.\n", maxLoops: 2, judgeEngine: "stub" },
        orchestration: { timeoutMs: 600_000, engine: "stub", model: "small" },
      },
    ]);
  });

  test("tells what the author says, where they are not, and why it could not be frozen", () => {
    const outline = outlineWorkflow(workflow, catalogueOf({ engines: noEngines() }));
    expect(outline.problems).toEqual([
      expect.stringContaining('step "ask": it asks an engine'),
      expect.stringContaining('step "ask": its gate has a rubric'),
      expect.stringContaining('step "name": no engine "reviewer"'),
    ]);
    expect(outline.steps.map(({ orchestration }) => orchestration)).toEqual([
      { timeoutMs: 600_000, exec: { command: ["true"] } },
      {},
      { engine: "reviewer", model: "deep" },
    ]);
    expect(outline.steps[1]?.gate).toEqual({ rubric: "- Good.\n", maxLoops: 2 });
  });
});
