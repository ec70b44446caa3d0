import { describe, expect, test } from "vitest";
import { AkmError } from "../errors/index.ts";
import type { Step } from "../source/index.ts";
import type { EngineCatalogue } from "./catalogue.ts";
import { freezeWorkflow } from "./freeze.ts";
import type { PlanStep } from "./plan.ts";
import {
  catalogueAgent,
  catalogueLlm,
  catalogueOf,
  enginesOf,
  engineUnit,
  execUnit,
  located,
  noEngines,
  unitStep,
  workflowOf,
} from "./testing/sample-workflow.ts";

function freeze(steps: Step[], engines: EngineCatalogue, more: Parameters<typeof workflowOf>[1] = {}) {
  return freezeWorkflow(workflowOf(steps, more), catalogueOf({ engines }));
}

function engineOf(step: PlanStep | undefined) {
  if (step === undefined || step.kind === "route" || step.unit.target.kind !== "command")
    throw new Error("a step that asks an engine is expected");
  return step.unit.target.engine;
}

function refusal(act: () => unknown): AkmError {
  try {
    act();
  } catch (error) {
    if (error instanceof AkmError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

const asking = unitStep("ask", { unit: engineUnit() });
const askingCoder = unitStep("ask", { unit: engineUnit({ engine: located("coder") }) });
const document = { defaults: { engine: located("coder") } };

describe("the engine of a unit", () => {
  test.each<[string, Step, EngineCatalogue, { defaults: object } | undefined, string]>([
    ["its own", askingCoder, enginesOf(), { defaults: { engine: located("stub") } }, "coder"],
    ["its document's", asking, enginesOf(), document, "coder"],
    ["the configured default", asking, enginesOf(), undefined, "stub"],
    ["opencode where it is found", asking, { ...noEngines(), opencodeOnPath: true }, undefined, "opencode"],
  ])("is %s", (_what, step, engines, more, expected) => {
    expect(engineOf(freeze([step], engines, more).plan.steps[0])).toMatchObject({ name: expected });
  });

  test("that was only found is said so once", () => {
    const engines = { ...noEngines(), opencodeOnPath: true };
    const { plan, notices } = freeze([asking, { ...asking, id: "again" }], engines);
    expect(engineOf(plan.steps[1])).toEqual({
      kind: "agent",
      name: "opencode",
      platform: "opencode",
      args: [],
      envPassthrough: [],
    });
    expect(notices).toEqual([{ code: "engine-assumed", message: expect.stringContaining("opencode") }]);
  });

  test("that was found is the configured one of its name", () => {
    const configured = [catalogueAgent({ name: "opencode", platform: "opencode", model: "p/m" })];
    const { default: _, ...engines } = enginesOf({ configured, opencodeOnPath: true });
    expect(engineOf(freeze([asking], engines).plan.steps[0])).toMatchObject({ model: "p/m" });
  });

  // shows: schema-349, schema-360c
  test("is none anybody needs where all are commands", () => {
    expect(freeze([unitStep("run", { unit: execUnit() })], noEngines()).notices).toEqual([]);
  });
});

describe("an engine that is not there", () => {
  test("and that nobody names ends the freeze with both remedies", () => {
    const error = refusal(() => freeze([asking], noEngines()));
    expect(error.code).toBe("ENGINE_UNKNOWN");
    expect(error.message).toContain('step "ask"');
    expect(error.hint).toMatch(/defaults\.engine.*opencode/s);
  });

  // shows: schema-583b
  test.each<[string, Step, EngineCatalogue, object]>([
    ["a unit", unitStep("ask", { unit: engineUnit({ engine: located("stubb") }) }), enginesOf(), {}],
    ["the document", asking, enginesOf(), { defaults: { engine: located("stubb") } }],
    ["the configuration", asking, enginesOf({ default: "stubb" }), {}],
    [
      "the configured judge",
      unitStep("ask", { gate: { rubric: located("- r") } }),
      enginesOf({ judge: "stubb" }),
      {},
    ],
  ])("is an error when %s names it, though another could be asked", (_who, step, engines, more) => {
    const error = refusal(() => freeze([step], { ...engines, opencodeOnPath: true }, more));
    expect(error.code).toBe("ENGINE_UNKNOWN");
    expect(error.message).toMatch(/"stubb".*did you mean stub\?/);
    expect(error.hint).toContain("stub, coder");
  });

  test("is told step by step, each with its place", () => {
    const at = { line: 7, column: 13 };
    const other = unitStep("b", { unit: engineUnit({ engine: { value: "nobody", at } }) });
    const error = refusal(() => freeze([asking, other], noEngines()));
    expect(error.message).toContain("and 1 more");
    expect(error.problems).toMatchObject([
      { code: "ENGINE_UNKNOWN", message: expect.stringContaining('step "ask"') },
      { ...at, code: "ENGINE_UNKNOWN", message: expect.stringContaining('"nobody"') },
    ]);
  });

  // shows: schema-583b
  test("to judge a rubric ends the freeze with the setting, its file and an example", () => {
    const gated = unitStep("a", { gate: { rubric: located("- r") } });
    const error = refusal(() => freeze([gated], noEngines()));
    expect(error.code).toBe("ENGINE_UNKNOWN");
    expect(error.hint).toMatch(
      /workflow\.judgeEngine.*\/home\/ada\/config\.json.*"judgeEngine": "reviewer"/s,
    );
    expect(error.hint).toContain("akm config set engines.reviewer '{");
  });

  test("to judge a rubric is suggested from those there are", () => {
    const gated = unitStep("a", { gate: { rubric: located("- r") } });
    const error = refusal(() =>
      freeze([gated], { ...noEngines(), configured: catalogueOf().engines.configured }),
    );
    expect(error.hint).toMatch(/^Set workflow\.judgeEngine .*"judgeEngine": "stub"/);
  });
});

describe("the model of a unit", () => {
  const models = new Map([
    [
      "fast",
      new Map<string, string | { engine: string }>([
        ["stub", "stub-fast"],
        ["claude", "haiku"],
        ["opencode", "p/haiku"],
        ["borrower", { engine: "stub" }],
        ["stranger", { engine: "nobody" }],
        ["modelless", { engine: "coder" }],
      ]),
    ],
  ]);
  const configured = [
    catalogueLlm(),
    catalogueLlm({ name: "borrower", model: "own" }),
    catalogueLlm({ name: "stranger" }),
    catalogueLlm({ name: "modelless" }),
    catalogueLlm({ name: "bare" }),
    catalogueAgent(),
    catalogueAgent({ name: "sdk", platform: "opencode-sdk" }),
    catalogueAgent({ name: "helper", platform: "gemini", model: "flash" }),
    catalogueLlm({ name: "aliased", model: "fast" }),
  ];
  const engines = enginesOf({ configured, models });
  const modelOf = (engine: string, model?: string, defaults = {}) => {
    const unit = engineUnit({
      engine: located(engine),
      ...(model === undefined ? {} : { model: located(model) }),
    });
    return engineOf(freeze([unitStep("a", { unit })], engines, { defaults }).plan.steps[0]).model;
  };

  // shows: schema-604a, schema-604c, schema-604d
  test.each<[string, string | undefined, string | undefined]>([
    ["the alias's under the engine's name", modelOf("stub", "fast"), "stub-fast"],
    ["the alias's under its platform", modelOf("coder", "fast"), "haiku"],
    ["the alias's under the harness the platform is a way into", modelOf("sdk", "fast"), "p/haiku"],
    ["another engine's, which the alias names", modelOf("borrower", "fast"), "small"],
    ["the word itself where it is no alias", modelOf("stub", "deep"), "deep"],
    ["the unit's before the document's", modelOf("stub", "deep", { model: located("fast") }), "deep"],
    [
      "the document's before the engine's",
      modelOf("stub", undefined, { model: located("fast") }),
      "stub-fast",
    ],
    ["the engine's", modelOf("helper"), "flash"],
    ["nothing for an agent that knows best", modelOf("coder"), undefined],
  ])("is %s", (_what, model, expected) => {
    expect(model).toBe(expected);
  });

  // shows: schema-604b
  test.each([
    [
      "says nothing for the engine",
      "bare",
      /aliases\.fast\.bare.*\/home\/ada\/models\.json/s,
      "INVALID_CONFIG_FILE",
    ],
    ["says nothing for the engine's own model", "aliased", /aliases\.fast\.aliased/, "INVALID_CONFIG_FILE"],
    ["borrows from no engine there is", "stranger", /engines\.nobody/, "ENGINE_UNKNOWN"],
    ["borrows from an engine without a model", "modelless", /engines\.coder\.model/, "INVALID_CONFIG_FILE"],
  ])("is refused where its alias %s", (_why, engine, hint, code) => {
    const error = refusal(() => modelOf(engine, engine === "aliased" ? undefined : "fast"));
    expect(error).toMatchObject({ code });
    expect(error.hint).toMatch(hint);
  });
});

describe("inference settings", () => {
  const engines = enginesOf({
    configured: [
      catalogueLlm({ inference: { temperature: 0.5, maxTokens: 10, extraParams: { seed: 1, top_k: 5 } } }),
      catalogueAgent(),
      catalogueAgent({ name: "sdk", platform: "opencode-sdk", llmEngine: "stub" }),
    ],
  });
  const frozen = (llm: object, engine = "stub") =>
    freeze(
      [unitStep("a", { unit: engineUnit({ engine: located(engine), llm: located(llm as never) }) })],
      engines,
    );

  test("of the workflow lie over the engine's, one by one, in either spelling", () => {
    const { plan } = frozen({ temperature: 0, max_tokens: 20, topP: 0.9, extra_params: { seed: 2 } });
    expect(engineOf(plan.steps[0])).toMatchObject({
      inference: { temperature: 0, maxTokens: 20, topP: 0.9, extraParams: { seed: 2, top_k: 5 } },
    });
  });

  test.each([
    [{ temprature: 1 }, /llm\.temprature is no inference setting; did you mean temperature\?/],
    [{ temperature: "hot" }, /llm\.temperature is not right/],
    [{ max_tokens: 1.5 }, /llm\.maxTokens is not right/],
    [{ topP: 2 }, /llm\.topP is not right/],
  ])("like %j are refused", (llm, message) => {
    const error = refusal(() => frozen(llm));
    expect(error.code).toBe("WORKFLOW_SOURCE_INVALID");
    expect(error.message).toMatch(message);
  });

  // shows: schema-115d
  test("do not reach an agent, which is a notice on its step, whatever they are", () => {
    const { plan, notices } = frozen({ temperature: 0, anything: [] }, "coder");
    expect(engineOf(plan.steps[0])).not.toHaveProperty("inference");
    expect(notices).toEqual([
      {
        code: "untranslated-field",
        stepId: "a",
        message: expect.stringMatching(/coder.*llm\.temperature, llm\.anything/),
      },
    ]);
    expect(frozen({}, "coder").notices).toEqual([]);
  });

  // shows: schema-115b, schema-115d
  test("of the document reach every step, one that asks an agent as a notice", () => {
    const steps = ["stub", "coder"].map((name) =>
      unitStep(name, { unit: engineUnit({ engine: located(name), llm: located({}) }) }),
    );
    const { plan, notices } = freeze(steps, engines, { defaults: { llm: located({ topP: 0.9 }) } });
    expect(engineOf(plan.steps[0])).toMatchObject({ inference: { topP: 0.9 } });
    expect(notices).toMatchObject([{ code: "untranslated-field", stepId: "coder" }]);
  });

  test("of the model server an agent talks to are its own", () => {
    const { plan } = frozen({ temperature: 0 }, "sdk");
    expect(engineOf(plan.steps[0])).toMatchObject({
      llmEngine: { name: "stub", inference: { temperature: 0.5 } },
    });
  });
});

test("an agent's model server must be one", () => {
  const configured = [
    catalogueAgent({ name: "sdk", platform: "opencode-sdk", llmEngine: "coder" }),
    catalogueAgent(),
  ];
  const unit = engineUnit({ engine: located("sdk") });
  const error = refusal(() => freeze([unitStep("a", { unit })], enginesOf({ configured })));
  expect(error.code).toBe("INVALID_CONFIG_FILE");
  expect(error.message).toContain("engines.sdk.llmEngine");
});
