import { describe, expect, test } from "vitest";
import { EXEC_COMMAND_ENTRIES_MAX, EXEC_COMMAND_ENTRY_BYTES_MAX } from "../contract/index.ts";
import type { EnvBinding, RouteStep, Unit } from "../source/index.ts";
import { describeOrchestration, describePlan, type Orchestration, type PlannedStep } from "./explain.ts";
import { freezeWorkflow } from "./freeze.ts";
import type { Plan } from "./plan.ts";
import {
  catalogueOf,
  engineUnit,
  execUnit,
  located,
  reference,
  unitStep,
  workflowOf,
} from "./testing/sample-workflow.ts";

const AT = { line: 1, column: 1 };

const ENV: EnvBinding[] = [
  { kind: "group", ref: "env/ci", at: AT },
  { kind: "secret", name: "TOKEN", ref: "secrets/token", at: AT },
  { kind: "literal", name: "MODE", value: "hidden-value", at: AT },
];
const ENV_NAMED = [
  { kind: "group", ref: "env/ci" },
  { kind: "secret", name: "TOKEN", ref: "secrets/token" },
  { kind: "literal", name: "MODE" },
] as const;

const ROUTE: RouteStep = {
  kind: "route",
  id: "pick",
  at: AT,
  instructions: "",
  input: reference("steps.build.output.verdict"),
  when: [{ match: located("yes"), step: located("ask") }],
  default: located("ask"),
};

function planOf(unit: Unit): Plan {
  return freezeWorkflow(
    workflowOf(
      [
        unitStep("build", { unit, output: located({ type: "object" }) }),
        {
          ...unitStep("each", { inputs: [reference("steps.build.output")] }),
          kind: "map",
          over: reference("steps.build.output.files"),
          concurrency: located(8),
        },
        ROUTE,
        unitStep("ask", {
          instructions: "the prompt",
          unit: engineUnit({ engine: located("stub"), model: located("deep") }),
          gate: { rubric: located("- Good.\n"), maxLoops: located(2) },
        }),
      ],
      {},
    ),
    catalogueOf(),
  ).plan;
}

const plan = planOf(execUnit({ env: ENV, isolation: located("worktree") }));

describe("a plan is described", () => {
  // shows: schema-276c
  test("step by step, without what a step does not have", () => {
    expect(describePlan(plan)).toEqual([
      {
        stepId: "build",
        sequenceIndex: 0,
        kind: "unit",
        targetKind: "shell",
        inputs: [],
        environment: [...ENV_NAMED],
        outputSchema: { type: "object" },
        timeoutMs: 600_000,
        isolation: "worktree",
        expansion: { via: "direct" },
      },
      {
        stepId: "each",
        sequenceIndex: 1,
        kind: "map",
        targetKind: "shell",
        concurrency: 8,
        inputs: ["steps.build.output"],
        environment: [],
        timeoutMs: 600_000,
        expansion: { via: "direct" },
      },
      {
        stepId: "pick",
        sequenceIndex: 2,
        kind: "route",
        targetKind: null,
        inputs: [],
        environment: [],
        expansion: { via: "direct" },
      },
      {
        stepId: "ask",
        sequenceIndex: 3,
        kind: "unit",
        targetKind: "command",
        inputs: [],
        environment: [],
        gate: { criteria: "- Good.\n", maxLoops: 2, judgeEngine: "stub" },
        timeoutMs: 600_000,
        expansion: { via: "direct" },
      },
    ] satisfies PlannedStep[]);
  });

  test("by the schema of its artifact, be it the step's or its only unit's", () => {
    const unit = execUnit({ output: located({ type: "array" }) });
    const workflow = workflowOf([
      unitStep("alone", { unit }),
      { ...unitStep("each", { unit }), kind: "map", over: reference("steps.alone.output") },
    ]);
    const described = describePlan(freezeWorkflow(workflow, catalogueOf()).plan);
    expect(described.map((step) => step.outputSchema)).toEqual([{ type: "array" }, undefined]);
  });

  test("without a prompt, an argv or a literal's value", () => {
    const told = JSON.stringify(describePlan(plan));
    expect(told).not.toMatch(/the prompt|hidden-value|"true"/);
  });
});

describe("a step is summed up", () => {
  const unit = execUnit({
    exec: { at: AT, command: ["bun", "run", "test:unit"], cwd: "packages/core", passEnv: ["CARGO_HOME"] },
    timeout: located(60_000),
  });

  // shows: schema-491a, schema-491b, schema-508a, schema-511a, schema-511b
  test.each<[string, Orchestration]>([
    [
      "build",
      {
        timeoutMs: 60_000,
        exec: { command: ["bun", "run", "test:unit"], cwd: "packages/core", passEnv: ["CARGO_HOME"] },
        hasSchema: true,
      },
    ],
    [
      "each",
      {
        timeoutMs: 600_000,
        exec: { command: ["true"] },
        fanOut: { over: "steps.build.output.files", concurrency: 8, reducer: "collect" },
        inputs: ["steps.build.output"],
      },
    ],
    [
      "pick",
      {
        route: { input: "steps.build.output.verdict", when: [{ match: "yes", step: "ask" }], default: "ask" },
      },
    ],
    ["ask", { timeoutMs: 600_000, engine: "stub", model: "deep" }],
  ])("%s", (id, expected) => {
    const step = planOf(unit).steps.find((candidate) => candidate.id === id);
    expect(step && describeOrchestration(step)).toEqual(expected);
  });

  // shows: schema-491a, schema-507a, schema-509
  test("of a command by all of its words and the document's timeout, not by its engine", () => {
    const word = "x".repeat(EXEC_COMMAND_ENTRY_BYTES_MAX);
    const command = Array.from({ length: EXEC_COMMAND_ENTRIES_MAX }, () => word);
    const step = unitStep("run", { unit: execUnit({ exec: { at: AT, command, passEnv: [] } }) });
    const defaults = { engine: located("stub"), model: located("deep"), timeout: located(7) };
    const [frozen] = freezeWorkflow(workflowOf([step], { defaults }), catalogueOf()).plan.steps;
    expect(frozen && describeOrchestration(frozen)).toEqual({ timeoutMs: 7, exec: { command } });
  });

  // shows: schema-511b
  test("with its policy and its environment by name, where it has any", () => {
    const retry = { max: 2, on: ["timeout" as const] };
    const policed = planOf(execUnit({ env: ENV, retry: located(retry), onError: located("continue") }));
    expect(policed.steps[0] && describeOrchestration(policed.steps[0])).toMatchObject({
      retry,
      onError: "continue",
      env: [...ENV_NAMED],
    });
  });
});
