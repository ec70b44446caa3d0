import { describe, expect, test } from "vitest";
import { commandTarget, mapStep, OBJECT_SCHEMA, unitStep } from "../../test/rig/build-plan.ts";
import type { Json, JsonObject } from "../contract/index.ts";
import type { PlanMapStep, PlanUnitStep } from "../plan/index.ts";
import type { BoundArtifact } from "./bindings.ts";
import { buildPrompt } from "./prompt.ts";
import { mapUnitIds } from "./unit-id.ts";
import { computeWorkList, type WorkList, type WorkListInput } from "./work-list.ts";

interface Given {
  params?: JsonObject;
  artifacts?: Record<string, Json | undefined>;
  loop?: number;
}

/** An artifact of `undefined` is that of a skipped step. */
function compute(step: PlanUnitStep | PlanMapStep, { params = {}, artifacts = {}, loop = 1 }: Given = {}) {
  const bound = Object.entries(artifacts).map(([id, value]): [string, BoundArtifact] => [
    id,
    value === undefined ? { skipped: true } : { skipped: false, value },
  ]);
  return computeWorkList({ step, bindings: { params, artifacts: new Map(bound) }, loop });
}

function workListOf(step: PlanUnitStep | PlanMapStep, given?: Given): WorkList {
  const computed = compute(step, given);
  if (!computed.ok) throw new Error(computed.message);
  return computed.workList;
}

describe("a step of one unit", () => {
  // shows: schema-533
  test("has one unit without an item", () => {
    expect(workListOf(unitStep("build")).units).toEqual([{ unitId: "build:solo" }]);
    expect(workListOf(unitStep("build"), { loop: 2 }).units).toEqual([{ unitId: "build:solo~l2" }]);
  });

  // shows: schema-424c
  test("hands its params on as canonical JSON and names no inputs where it declares none", () => {
    const workList = workListOf(unitStep("build"), { params: { b: [1], a: "x" } });
    expect(workList.paramsJson).toBe('{"a":"x","b":[1]}');
    expect(workList).not.toHaveProperty("inputsJson");
  });

  // shows: schema-424e
  // shows: schema-119a
  test("hands its inputs on keyed by reference string, as canonical JSON", () => {
    const step = unitStep("build", { inputs: ["steps.b.output.k", "steps.a.output"] });
    const workList = workListOf(step, { artifacts: { a: "text", b: { k: [1, null] } } });
    expect(workList.inputsJson).toBe('{"steps.a.output":"text","steps.b.output.k":[1,null]}');
    expect(workList.warnings).toEqual([]);
  });

  test("asks its unit for the unit's schema", () => {
    expect(workListOf(unitStep("build", {}, { outputSchema: OBJECT_SCHEMA })).outputSchema).toBe(
      OBJECT_SCHEMA,
    );
    expect(workListOf(unitStep("build"))).not.toHaveProperty("outputSchema");
  });

  // shows: schema-382b
  // shows: schema-288d
  test("warns of an input that reads as null, and why", () => {
    const step = unitStep("build", { inputs: ["steps.a.output", "steps.b.output.k"] });
    expect(workListOf(step, { artifacts: { a: null, b: undefined } })).toMatchObject({
      inputsJson: '{"steps.a.output":null,"steps.b.output.k":null}',
      warnings: [
        "step build: input steps.a.output is null",
        "step build: input steps.b.output.k is null, as step b was skipped",
      ],
    });
  });

  // shows: schema-296b
  test("cannot be worked on where an input does not resolve", () => {
    const step = unitStep("build", { inputs: ["steps.a.output.k"] });
    expect(compute(step, { artifacts: { a: "text" } })).toEqual({
      ok: false,
      message: 'inputs: steps.a.output is a string, not an object: cannot resolve property "k"',
    });
  });
});

describe("a step that composes a task", () => {
  const inputBindings = [
    { name: "count", schema: { type: "integer" }, from: "steps.a.output.n" },
    { name: "channel", schema: { type: "string" }, value: "beta" },
  ];
  const step = unitStep("build", {}, { inputBindings });

  // shows: schema-50c
  test("hands on what its inputs are bound to, as it is now", () => {
    expect(workListOf(step, { artifacts: { a: { n: 3 } } }).taskInputsJson).toBe(
      '{"channel":"beta","count":3}',
    );
  });

  // shows: schema-50d
  test.each<[string, Json, RegExp]>([
    ["is no such input", { n: "three" }, /^with\.count \(steps\.a\.output\.n\): .*integer/],
    ["is not there", {}, /^with\.count: steps\.a\.output has no property "n"/],
  ])("cannot be worked on where what an earlier step made %s", (_what, a, message) => {
    expect(compute(step, { artifacts: { a } })).toEqual({
      ok: false,
      message: expect.stringMatching(message),
    });
  });
});

describe("a map", () => {
  // shows: schema-424d, schema-523a
  test("has one unit an item, with the item's canonical JSON and position", () => {
    const { units } = workListOf(mapStep("check"), { params: { items: [{ b: 1, a: 2 }, "x"] } });
    const items = ['{"a":2,"b":1}', '"x"'];
    const ids = mapUnitIds("check", items, 1);
    expect(units).toEqual(items.map((json, index) => ({ unitId: ids[index], item: { json, index } })));
  });

  test("over an empty array has no units", () => {
    expect(workListOf(mapStep("check"), { params: { items: [] } }).units).toEqual([]);
  });

  test("cannot be worked on where there is no array", () => {
    expect(compute(mapStep("check"), { params: { items: "abc" } })).toEqual({
      ok: false,
      message: "map.over: params.items is a string; a map needs an array",
    });
  });
});

describe("a work list", () => {
  const input = (): WorkListInput => ({
    step: mapStep("m", { inputs: ["steps.a.output"] }, { target: commandTarget() }),
    bindings: {
      params: { items: [{ b: 1, a: [null] }, "💩", "💩"], mode: "x" },
      artifacts: new Map([["a", { skipped: false, value: { k: "v" } }]]),
    },
    loop: 2,
    feedback: { missing: ["tests"], feedback: "More." },
  });

  // shows: reuse-34
  test("is the same for the same input, to the bytes of its prompts", () => {
    const [one, other] = [input(), input()].map((given) => {
      const computed = computeWorkList(given);
      if (!computed.ok) throw new Error(computed.message);
      const { units, inputHashOf, paramsJson, inputsJson, ...rest } = computed.workList;
      return units.map(({ unitId, item }) => ({
        unitId,
        rest,
        hash: inputHashOf({ unitId, ...(item && { item }) }),
        prompt: buildPrompt(
          given.step.instructions,
          {
            params: paramsJson,
            ...(item && { item }),
            ...(inputsJson !== undefined && { inputs: inputsJson }),
          },
          undefined,
        ),
      }));
    });
    expect(one).toHaveLength(3);
    expect(other).toEqual(one);
  });
});

test("inputs that come to more than 64 MiB together stop the step before any unit", () => {
  const half = "x".repeat(32 * 2 ** 20);
  const step = unitStep("s", { inputs: ["steps.a.output", "steps.b.output"] });
  expect(compute(step, { artifacts: { a: half, b: "small" } }).ok).toBe(true);
  expect(compute(step, { artifacts: { a: half, b: half } })).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^inputs: .*at most 67108864/),
  });
});
