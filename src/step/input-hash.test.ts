import { describe, expect, test } from "vitest";
import {
  agentEngine,
  commandTarget,
  llmEngine,
  mapStep,
  planOf,
  planUnit,
  shellTarget,
  unitStep,
} from "../../test/rig/build-plan.ts";
import { INPUT_HASH_VERSION, type Json, type JsonObject } from "../contract/index.ts";
import type { FrozenTarget, Plan, PlanMapStep, PlanUnit, PlanUnitStep } from "../plan/index.ts";
import { inputHash, sharedInputDigest } from "./input-hash.ts";
import type { GateFeedback } from "./prompt.ts";
import { computeWorkList } from "./work-list.ts";

const unit: Partial<PlanUnit> = {
  target: shellTarget("make", "all"),
  timeoutMs: 1000,
  outputSchema: { type: "object", required: ["k"] },
};
const step = unitStep("build", { inputs: ["steps.a.output"] }, unit);

interface Given {
  params?: JsonObject;
  input?: Json;
  feedback?: GateFeedback;
}

const again: GateFeedback = { missing: ["m"], feedback: "again" };

function hashesOf(
  given: PlanUnitStep | PlanMapStep,
  { params = { x: 1, y: [2] }, input = "in", feedback }: Given = {},
) {
  const computed = computeWorkList({
    step: given,
    bindings: { params, artifacts: new Map([["a", { skipped: false, value: input }]]) },
    loop: 1,
    ...(feedback === undefined ? {} : { feedback }),
  });
  if (!computed.ok) throw new Error(computed.message);
  return computed.workList.units.map((of) => computed.workList.inputHashOf(of));
}

const hashOf = (given: PlanUnitStep, rest?: Given) => hashesOf(given, rest)[0];
const original = hashOf(step);

/** What the unit above has under version 7: what the hash covers changes with a new version alone. */
const PINNED = "fec3c20d0da4014ad0338e6cb830d50c8a625133dc08539b97de350076efe008";

test("the hash is 64 hex characters", () => {
  expect(original).toMatch(/^[0-9a-f]{64}$/);
});

describe("the hash stays the same", () => {
  const retry: PlanUnit["retry"] = { max: 3, on: ["timeout"] };
  // shows: reuse-65, reuse-82
  test.each<[title: string, hash: string | undefined]>([
    ["for params with their keys in another order", hashOf(step, { params: { y: [2], x: 1 } })],
    [
      "for a schema with its keys in another order",
      hashOf(
        unitStep(
          "build",
          { inputs: step.inputs },
          { ...unit, outputSchema: { required: ["k"], type: "object" } },
        ),
      ),
    ],
    ["whatever the retry policy", hashOf({ ...step, unit: { ...step.unit, retry } })],
    ["whatever happens on an error", hashOf({ ...step, unit: { ...step.unit, onError: "continue" } })],
    ["whatever the step is called", hashOf({ ...step, id: "other" })],
    ["whatever the step's own schema", hashOf({ ...step, outputSchema: { type: "object" } })],
  ])("%s", (_title, hash) => {
    expect(hash).toBe(original);
  });

  // shows: schema-119c
  test("whatever stands beside the part of an artifact that is read", () => {
    const reading = { ...step, inputs: ["steps.a.output.k"] };
    const hash = hashOf(reading, { input: { k: 1, other: 1 } });
    expect(hashOf(reading, { input: { k: 1, other: 2 } })).toBe(hash);
    expect(hashOf(reading, { input: { k: 2, other: 1 } })).not.toBe(hash);
  });
});

describe("the hash changes", () => {
  const withUnit = (over: Partial<PlanUnit>) => hashOf({ ...step, unit: { ...step.unit, ...over } });
  const withoutTimeout = planUnit({
    target: shellTarget("make", "all"),
    outputSchema: { type: "object", required: ["k"] },
  });
  // shows: schema-485c, schema-579c
  // shows: engine-170a, reuse-62, reuse-72, reuse-74, reuse-77, reuse-87, loop-39, reuse-103
  test.each<[what: string, hash: string | undefined]>([
    ["the instructions", hashOf({ ...step, instructions: `${step.instructions} ` })],
    ["the command", withUnit({ target: shellTarget("make", "test") })],
    ["where the command's words are split", withUnit({ target: shellTarget("make all") })],
    ["the command's directory", withUnit({ target: { ...shellTarget("make", "all"), cwd: "sub" } })],
    ["the environment passed on", withUnit({ target: { ...shellTarget("make", "all"), passEnv: ["CI"] } })],
    ["the timeout", withUnit({ timeoutMs: 1001 })],
    ["the timeout left out", hashOf({ ...step, unit: withoutTimeout })],
    ["an environment binding", withUnit({ env: [{ kind: "group", ref: "env/ci" }] })],
    ["the isolation", withUnit({ isolation: "worktree" })],
    ["the unit's schema", withUnit({ outputSchema: { type: "object" } })],
    ["the params", hashOf(step, { params: { x: 1 } })],
    ["an input's value", hashOf(step, { input: "other" })],
    ["the inputs left out", hashOf({ ...step, inputs: [] })],
    ["feedback", hashOf(step, { feedback: again })],
  ])("with %s", (_what, hash) => {
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(hash).not.toBe(original);
  });

  // shows: reuse-62, reuse-103
  test.each<[what: string, other: FrozenTarget]>([
    ["the engine", commandTarget(llmEngine({ name: "other" }))],
    ["its endpoint", commandTarget(llmEngine({ endpoint: "http://127.0.0.1:8/v1/chat/completions" }))],
    ["its model", commandTarget(llmEngine({ model: "n" }))],
    ["its inference settings", commandTarget(llmEngine({ inference: { temperature: 0 } }))],
    ["an agent in its place", commandTarget(agentEngine({ name: "stub" }))],
  ])("of an instruction with %s", (_what, other) => {
    expect(withUnit({ target: other })).not.toBe(withUnit({ target: commandTarget() }));
  });

  // shows: reuse-62, reuse-103
  test("of a script with its bytes", () => {
    const script = (text: string): FrozenTarget => ({
      kind: "script",
      ref: "project//scripts/a.sh",
      extension: ".sh",
      contentBase64: Buffer.from(text).toString("base64"),
    });
    expect(withUnit({ target: script("echo a") })).not.toBe(withUnit({ target: script("echo b") }));
  });

  // shows: engine-130
  test("of a child workflow with anything inside it, at any depth", () => {
    const child = (plan: Plan): FrozenTarget => ({
      kind: "child-workflow",
      ref: "project//workflows/child",
      via: "direct",
      sourcePath: "/project/.akm/workflows/child.md",
      planHash: "f".repeat(64),
      plan,
    });
    const nested = (command: string) => {
      const inner = planOf([unitStep("a", {}, { target: shellTarget(command) })]);
      return child(planOf([unitStep("b", {}, { target: child(inner) })]));
    };
    expect(withUnit({ target: nested("true") })).not.toBe(withUnit({ target: nested("false") }));
    expect(withUnit({ target: nested("true") })).toBe(withUnit({ target: nested("true") }));
  });

  // shows: reuse-93
  test("with what a task's input comes to, though it is bound alike", () => {
    const bound = unitStep(
      "build",
      {},
      { inputBindings: [{ name: "channel", schema: {}, from: "steps.a.output" }] },
    );
    expect(hashOf(bound, { input: "beta" })).not.toBe(hashOf(bound, { input: "stable" }));
    expect(hashOf(bound)).not.toBe(hashOf(unitStep("build")));
  });

  // shows: engine-122, reuse-88, reuse-123
  test("with its version, without which what it covers stays", () => {
    expect([INPUT_HASH_VERSION, original]).toEqual([7, PINNED]);
  });

  test("with each of these in its own way", () => {
    const others: GateFeedback[] = [again, { ...again, missing: [] }, { ...again, feedback: "once more" }];
    const hashes = others.map((feedback) => hashOf(step, { feedback }));
    expect(new Set([...hashes, original]).size).toBe(4);
  });
});

/** Every field of a unit, with another value than the unit above has, and whether the hash covers it. */
const FIELDS: Record<keyof PlanUnit, [other: Partial<PlanUnit>, isCovered: boolean]> = {
  target: [{ target: shellTarget("make", "test") }, true],
  timeoutMs: [{ timeoutMs: 1 }, true],
  env: [{ env: [{ kind: "literal", name: "A", value: "1" }] }, true],
  isolation: [{ isolation: "worktree" }, true],
  outputSchema: [{ outputSchema: {} }, true],
  inputBindings: [{ inputBindings: [{ name: "a", schema: {}, value: 1 }] }, true],
  taskRef: [{ taskRef: "project//tasks/a" }, false],
  retry: [{ retry: { max: 3, on: ["timeout"] } }, false],
  onError: [{ onError: "continue" }, false],
};

// shows: reuse-115, reuse-82
test.each(Object.entries(FIELDS))(
  "a unit's %s is covered, or left out on purpose",
  (_field, [other, isCovered]) => {
    expect(hashOf({ ...step, unit: { ...step.unit, ...other } }) !== original).toBe(isCovered);
  },
);

describe("a map's units", () => {
  // shows: reuse-73
  test("differ by their item alone, equal items not at all", () => {
    const [one, two, again] = hashesOf(mapStep("m"), { params: { items: [1, 2, 1] } });
    expect(again).toBe(one);
    expect(two).not.toBe(one);
  });

  // shows: reuse-73
  test("are hashed over one digest that the whole step shares", () => {
    const params = { items: [1, { b: 2, a: 3 }] };
    const map = mapStep("m", {}, unit);
    const shared = sharedInputDigest({
      instructions: map.instructions,
      unit: map.unit,
      outputSchema: { type: "object", required: ["k"] },
      paramsJson: '{"items":[1,{"a":3,"b":2}]}',
    });
    expect(hashesOf(map, { params })).toEqual([inputHash(shared, "1"), inputHash(shared, '{"a":3,"b":2}')]);
  });

  test("are hashed apart from a step of one unit", () => {
    expect(inputHash("digest", undefined)).not.toBe(inputHash("digest", ""));
  });
});
