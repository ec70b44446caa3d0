import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PLAN_JSON_BYTES_MAX } from "../contract/index.ts";
import { AkmError } from "../errors/index.ts";
import { canonicalJson } from "../lib/canonical-json.ts";
import { sha256Hex } from "../lib/sha256.ts";
import type {
  DispatchDefaults,
  MapStep,
  RouteStep,
  StepGate,
  Unit,
  UnitStep,
  Workflow,
} from "../source/index.ts";
import type { EngineCatalogue } from "./catalogue.ts";
import { decodePlan } from "./decode.ts";
import { freezeWorkflow } from "./freeze.ts";
import { hashPlan } from "./hash.ts";
import type { Plan, PlanMapStep, PlanStep, PlanUnit } from "./plan.ts";
import { arbitraryCatalogue, arbitraryWorkflow } from "./testing/arbitrary-workflow.ts";
import {
  catalogueAgent,
  catalogueLlm,
  catalogueOf,
  enginesOf,
  engineUnit,
  execUnit,
  located,
  reference,
  unitStep,
  workflowOf,
} from "./testing/sample-workflow.ts";

function mapStep(more: Partial<MapStep> = {}): MapStep {
  const { kind: _kind, ...base } = unitStep("fan");
  return { ...base, kind: "map", over: reference("params.items"), ...more };
}

const ITEMS = { name: "items", at: { line: 1, column: 1 }, schema: { type: "array" } };

function freezeSteps(
  steps: Workflow["steps"],
  more: Partial<Workflow> = {},
  engines: EngineCatalogue = enginesOf(),
): PlanStep[] {
  const workflow = workflowOf(steps, { params: [ITEMS], ...more });
  return freezeWorkflow(workflow, catalogueOf({ engines })).plan.steps;
}

function frozenUnit(
  unit: Unit,
  defaults: DispatchDefaults = {},
  step: Partial<UnitStep> = {},
  engines: EngineCatalogue = enginesOf(),
): PlanUnit {
  const [frozen] = freezeSteps([unitStep("a", { unit, ...step })], { defaults }, engines);
  if (frozen === undefined || frozen.kind === "route") throw new Error("a unit step is expected");
  return frozen.unit;
}

describe("a plan", () => {
  // shows: schema-485a, schema-507b, schema-518a
  // shows: schema-276c
  // shows: engine-24, engine-31, engine-38a, engine-46
  test("says all that a run needs, and nothing that only an editor does", () => {
    const commit = "b".repeat(40);
    const { plan, planJson, planHash } = freezeWorkflow(
      workflowOf(
        [
          unitStep("build", {
            unit: execUnit({ env: [{ kind: "group", ref: "env/ci", at: { line: 9, column: 2 } }] }),
          }),
          {
            kind: "route",
            id: "pick",
            at: { line: 2, column: 1 },
            instructions: "",
            input: reference("steps.build.output.verdict"),
            when: [{ match: located("yes"), step: located("ship") }],
            default: located("ship"),
          },
          unitStep("ship", { inputs: [reference("steps.build.output")] }),
        ],
        {
          params: [{ ...ITEMS, default: [1] }],
          outputs: [{ name: "log", at: { line: 3, column: 1 }, from: reference("steps.ship.output") }],
          budget: { maxUnits: located(9) },
        },
      ),
      catalogueOf({ git: { root: "/project", commit } }),
    );
    expect(plan).toEqual({
      irVersion: 6,
      workflow: {
        ref: "project//workflows/sample",
        title: "Sample",
        description: "A sample",
        sourceFormat: "markdown",
      },
      sourceHash: "a".repeat(64),
      cwd: "/project",
      git: { root: "/project", commit },
      params: [{ name: "items", schema: { type: "array" }, default: [1] }],
      execution: { maxConcurrency: 6 },
      budget: { maxUnits: 9 },
      outputs: [{ name: "log", from: "steps.ship.output" }],
      steps: [
        {
          kind: "unit",
          id: "build",
          instructions: "Do build.\n",
          inputs: [],
          unit: {
            target: { kind: "shell", command: ["true"], passEnv: [] },
            timeoutMs: 600_000,
            onError: "fail",
            env: [{ kind: "group", ref: "env/ci" }],
            isolation: "none",
          },
        },
        {
          kind: "route",
          id: "pick",
          instructions: "",
          input: "steps.build.output.verdict",
          branches: [{ match: "yes", step: "ship" }],
          default: "ship",
        },
        {
          kind: "unit",
          id: "ship",
          instructions: "Do ship.\n",
          inputs: ["steps.build.output"],
          unit: {
            target: { kind: "shell", command: ["true"], passEnv: [] },
            timeoutMs: 600_000,
            onError: "fail",
            env: [],
            isolation: "none",
          },
        },
      ],
    } satisfies Plan);
    expect(planHash).toBe(sha256Hex(planJson));
  });

  // shows: schema-343c, schema-507b
  test("frozen, stored and decoded is the same plan, whatever the workflow", () => {
    fc.assert(
      fc.property(arbitraryWorkflow, arbitraryCatalogue, (workflow, catalogue) => {
        const { plan, planJson, planHash } = freezeWorkflow(workflow, catalogue);
        expect(decodePlan(planJson)).toEqual({ kind: "plan", plan });
        expect(canonicalJson(JSON.parse(JSON.stringify(plan)))).toBe(planJson);
        expect(hashPlan(planJson)).toBe(planHash);
      }),
      { numRuns: 100 },
    );
  }, 30_000);

  // shows: reuse-65
  test("the hash does not depend on the order in which keys were written", () => {
    const schema = { type: "object", required: ["a"] };
    const turned = { required: ["a"], type: "object" };
    const hashes = [schema, turned].map(
      (output) =>
        freezeWorkflow(workflowOf([unitStep("a", { output: located(output) })]), catalogueOf()).planHash,
    );
    expect(hashes[0]).toBe(hashes[1]);
  });

  // shows: schema-343d
  test("one over 2 MiB is refused with its size and its largest steps", () => {
    const step = (id: string, kib: number) => unitStep(id, { instructions: "x".repeat(kib * 1024) });
    const steps = ["a", "b", "c", "d", "e", "f", "g", "h"].map((id, index) => step(id, 256 - index));
    expect(() => freezeWorkflow(workflowOf(steps.slice(1)), catalogueOf())).not.toThrow();
    const refusal = refusalOf(() => freezeWorkflow(workflowOf([...steps, step("i", 64)]), catalogueOf()));
    expect(refusal.code).toBe("WORKFLOW_SOURCE_INVALID");
    expect(refusal.message).toMatch(new RegExp(`is \\d{7} bytes.*at most ${PLAN_JSON_BYTES_MAX}`));
    expect(refusal.message).toMatch(/largest steps are a \(262\d{3} bytes\), b \(261\d{3} bytes\), c \(/);
  });
});

describe("what no file alone shows", () => {
  const asking = (count: number) =>
    workflowOf(
      Array.from({ length: count }, (_, index) =>
        unitStep(`s${index}`, { unit: engineUnit({ engine: located(`engine-${index}`) }) }),
      ),
    );

  const configured = Array.from({ length: 65 }, (_, index) => catalogueLlm({ name: `engine-${index}` }));
  const catalogue = catalogueOf({ engines: enginesOf({ configured }) });

  // shows: schema-343d
  test("is refused at freeze, before there is a run", () => {
    expect(freezeWorkflow(asking(64), catalogue).plan.steps).toHaveLength(64);
    const refusal = refusalOf(() => freezeWorkflow(asking(65), catalogue));
    expect(refusal.code).toBe("WORKFLOW_SOURCE_INVALID");
    expect(refusal.message).toContain("name 65 engines; at most 64 are allowed");
  });
});

function refusalOf(act: () => unknown): AkmError {
  try {
    act();
  } catch (error) {
    if (error instanceof AkmError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

// shows: schema-115a
describe("the timeout of a unit", () => {
  // shows: schema-345a, schema-345b, schema-345c, schema-345d
  // shows: engine-40a
  test.each<[string, Unit, DispatchDefaults, number | undefined]>([
    ["its own", execUnit({ timeout: located(5) }), { timeout: located(7) }, 5],
    ["the document's", execUnit(), { timeout: located(7) }, 7],
    ["ten minutes for a command with neither", execUnit(), {}, 600_000],
    [
      "none where the unit says so",
      execUnit({ timeout: located("none") }),
      { timeout: located(7) },
      undefined,
    ],
    ["none where the document says so", execUnit(), { timeout: located("none") }, undefined],
    [
      "its own where the document says none",
      execUnit({ timeout: located(5) }),
      { timeout: located("none") },
      5,
    ],
    ["ten minutes for a model with neither", engineUnit(), {}, 600_000],
    ["none for an agent with neither", engineUnit({ engine: located("coder") }), {}, undefined],
    ["the engine's where the workflow says none", engineUnit({ engine: located("slow") }), {}, 9],
    [
      "the document's before the engine's",
      engineUnit({ engine: located("slow") }),
      { timeout: located(7) },
      7,
    ],
    [
      "none where the unit says so, whatever the engine's",
      engineUnit({ engine: located("slow"), timeout: located("none") }),
      {},
      undefined,
    ],
  ])("is %s", (_what, unit, defaults, expected) => {
    const configured = [catalogueLlm(), catalogueAgent(), catalogueAgent({ name: "slow", timeoutMs: 9 })];
    expect(frozenUnit(unit, defaults, {}, enginesOf({ configured })).timeoutMs).toBe(expected);
  });
});

describe("the document's dispatch defaults", () => {
  const defaults: DispatchDefaults = {
    engine: located("stub"),
    model: located("quick"),
    llm: located({ temperature: 0, topP: 1 }),
    onError: located("continue"),
  };

  // shows: schema-115a
  // shows: engine-40a
  test("reach an instruction, which may say otherwise key by key", () => {
    const unit = engineUnit({
      model: located("deep"),
      llm: located({ temperature: 1 }),
      onError: located("fail"),
    });
    expect(frozenUnit(unit, defaults)).toMatchObject({
      target: { engine: { name: "stub", model: "deep", inference: { temperature: 1, topP: 1 } } },
      onError: "fail",
    });
  });

  // shows: schema-115e
  test("cannot be emptied by an empty llm", () => {
    expect(frozenUnit(engineUnit({ llm: located({}) }), defaults).target).toMatchObject({
      engine: { inference: { temperature: 0, topP: 1 } },
    });
  });

  test("of engine, model and tuning do not reach a command", () => {
    expect(frozenUnit(execUnit(), defaults)).toMatchObject({
      target: { kind: "shell", command: ["true"], passEnv: [] },
      onError: "continue",
    });
  });
});

describe("a worktree", () => {
  const isolation = located("worktree" as const);

  // shows: engine-207
  test("is kept for what may change files", () => {
    expect(frozenUnit(execUnit({ isolation })).isolation).toBe("worktree");
    expect(frozenUnit(engineUnit({ isolation, engine: located("coder") })).isolation).toBe("worktree");
  });

  test("asks for nothing of a model, which is said", () => {
    const workflow = workflowOf([unitStep("a", { unit: engineUnit({ isolation }) })]);
    const { plan, notices } = freezeWorkflow(workflow, catalogueOf());
    expect(plan.steps[0]).toMatchObject({ unit: { isolation: "none" } });
    expect(notices).toEqual([
      { code: "isolation-inert", stepId: "a", message: expect.stringContaining("stub") },
    ]);
  });
});

describe("the schema of a unit", () => {
  const step = { type: "object" };
  const own = { type: "object", required: ["a"] };

  // shows: schema-284c
  test("is the step's where it declares none", () => {
    expect(frozenUnit(execUnit(), {}, { output: located(step) }).outputSchema).toEqual(step);
  });

  test("is its own where it declares one", () => {
    expect(
      frozenUnit(execUnit({ output: located(own) }), {}, { output: located(step) }).outputSchema,
    ).toEqual(own);
  });

  // shows: schema-327b
  // shows: schema-191
  test("is not the step's in a map, whose schema is about the whole array", () => {
    const [frozen] = freezeSteps([mapStep({ output: located({ type: "array" }) })]);
    expect(frozen).toMatchObject({ outputSchema: { type: "array" } });
    expect((frozen as PlanMapStep).unit).not.toHaveProperty("outputSchema");
  });
});

describe("widths", () => {
  // shows: schema-523c, schema-527, schema-529, schema-531a, schema-531b
  test.each<[string, number | undefined, number | undefined, number]>([
    ["the authored one", 8, 16, 8],
    ["an authored 1, which is a choice", 1, 16, 1],
    ["the configured one", undefined, 16, 16],
    ["a configured 1", undefined, 1, 1],
    ["4 where nobody says", undefined, undefined, 4],
    ["the configured one, within the bounds above", undefined, 1000, 64],
    ["the configured one, within the bounds below", undefined, 0, 1],
  ])("of a map: %s", (_what, authored, configured, expected) => {
    const step = mapStep(authored === undefined ? {} : { concurrency: located(authored) });
    const settings = configured === undefined ? {} : { defaultMapConcurrency: configured };
    const { plan } = freezeWorkflow(workflowOf([step], { params: [ITEMS] }), catalogueOf({ settings }));
    expect(plan.steps[0]).toMatchObject({ concurrency: expected, reducer: "collect", over: "params.items" });
  });

  // shows: schema-537b
  // shows: engine-239b, engine-245, engine-248
  test.each<[string, number | undefined, number, number]>([
    ["the configured one", 8, 2, 8],
    ["the host's where none is configured", undefined, 6, 6],
    ["the configured one, within the bounds above", 65, 2, 64],
    ["the configured one, within the bounds below", -3, 2, 1],
    ["the host's, within the bounds", undefined, 128, 64],
  ])("of a run: %s", (_what, maxConcurrency, hostConcurrency, expected) => {
    const settings = maxConcurrency === undefined ? {} : { maxConcurrency };
    const frozen = freezeWorkflow(workflowOf([unitStep("a")]), catalogueOf({ settings, hostConcurrency }));
    expect(frozen.plan.execution.maxConcurrency).toBe(expected);
  });

  // shows: engine-248
  test("moved into the bounds are told", () => {
    const settings = { maxConcurrency: 65, defaultMapConcurrency: 0 };
    const { notices } = freezeWorkflow(workflowOf([unitStep("a")]), catalogueOf({ settings }));
    expect(notices.map(({ code, message }) => [code, message.split(";")[0]])).toEqual([
      ["concurrency-clamped", "workflow.maxConcurrency is 65"],
      ["concurrency-clamped", "workflow.defaultMapConcurrency is 0"],
    ]);
  });
});

describe("a gate", () => {
  const rubric = located("- All is well.\n");
  const judged = {
    rubric: rubric.value,
    judge: { ...catalogueLlm(), inference: { temperature: 0 } },
    judgeTimeoutMs: 600_000,
  };
  const catalogue = catalogueOf({
    engines: enginesOf({
      configured: [catalogueLlm({ inference: { temperature: 0 } }), catalogueAgent()],
    }),
  });

  // shows: schema-581b, schema-583a
  // shows: schema-121b, schema-131d
  // shows: loop-45a, loop-57
  test.each<[string, Unit, StepGate, object | undefined, string | undefined]>([
    [
      "of an engine step keeps its loops",
      engineUnit(),
      { rubric, maxLoops: located(3) },
      { ...judged, maxLoops: 3 },
      undefined,
    ],
    ["has one loop unless told", engineUnit(), { rubric }, { ...judged, maxLoops: 1 }, undefined],
    [
      "of a command has one loop",
      execUnit(),
      { rubric, maxLoops: located(3) },
      { ...judged, maxLoops: 1 },
      "gate-loops-capped",
    ],
    ["may ask a person", execUnit(), { approve: located(true) }, { approve: true, maxLoops: 1 }, undefined],
    ["with nothing to judge by is none", engineUnit(), { maxLoops: located(3) }, undefined, "gate-inert"],
    ["that asks nobody is none", execUnit(), { approve: located(false) }, undefined, "gate-inert"],
  ])("%s", (_what, unit, gate, expected, notice) => {
    const workflow = workflowOf([unitStep("a", { unit, gate })]);
    const { plan, notices } = freezeWorkflow(workflow, catalogue);
    expect(plan.steps[0]?.gate).toEqual(expected);
    expect(notices).toEqual(
      notice === undefined
        ? []
        : [{ code: notice, stepId: "a", message: expect.stringContaining('step "a"') }].map(anyCase),
    );
  });

  // shows: schema-583c
  // shows: engine-40d
  test("is judged by the configured engine as it is, whatever the document says for its steps", () => {
    const defaults = { model: located("deep"), llm: located({ topP: 1 }), timeout: located(5) } as const;
    const workflow = workflowOf([unitStep("a", { gate: { rubric }, unit: engineUnit() })], { defaults });
    expect(freezeWorkflow(workflow, catalogue).plan.steps[0]?.gate).toMatchObject(judged);
  });

  // shows: schema-583c
  test("may be judged by an agent, which has no timeout unless told", () => {
    const engines = enginesOf({ judge: "coder" });
    const [step] = freezeSteps([unitStep("a", { gate: { rubric } })], {}, engines);
    expect(step?.gate).toMatchObject({ judge: { kind: "agent", name: "coder" } });
    expect(step?.gate).not.toHaveProperty("judgeTimeoutMs");
  });

  test("of a route, which would only decide the same again, has one loop", () => {
    const route: RouteStep = {
      kind: "route",
      id: "pick",
      at: { line: 1, column: 1 },
      instructions: "",
      gate: { rubric, maxLoops: located(2) },
      input: reference("params.items[0]"),
      when: [{ match: located(""), step: located("a") }],
    };
    const { plan, notices } = freezeWorkflow(
      workflowOf([route, unitStep("a")], { params: [ITEMS] }),
      catalogue,
    );
    expect(plan.steps[0]?.gate).toEqual({ ...judged, maxLoops: 1 });
    expect(notices).toMatchObject([{ code: "gate-loops-capped", stepId: "pick" }]);
  });
});

function anyCase<T extends { message: unknown }>(notice: T): T {
  return { ...notice, message: expect.stringMatching(/step "a"/i) };
}
