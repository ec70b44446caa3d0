import { describe, expect, test } from "vitest";
import { routeStep } from "../../test/rig/build-plan.ts";
import type { Json } from "../contract/index.ts";
import type { BoundArtifact } from "./bindings.ts";
import { evaluateRoute, routeArtifact } from "./route.ts";

const branches = { go: "run", "7": "seven", "1.5": "half", true: "yes", "": "empty", null: "never" };

function decide(value: Json, { branches: when = branches as Record<string, string>, fallback = "" } = {}) {
  const step = routeStep("pick", "params.mode", when, fallback === "" ? undefined : fallback);
  return evaluateRoute(step, { params: { mode: value }, artifacts: new Map() });
}

describe("a route selects", () => {
  // shows: schema-559a
  test.each<[value: Json, selected: string]>([
    ["go", "run"],
    ["7", "seven"],
    [7, "seven"],
    [1.5, "half"],
    ["true", "yes"],
    [true, "yes"],
    ["", "empty"],
  ])("for %j the branch whose match is its text: %s", (value, selectedStepId) => {
    expect(decide(value)).toEqual({ ok: true, selectedStepId, value, warnings: [] });
  });

  // shows: schema-559b
  test.each<[value: Json]>([["GO"], [" go"], [false], [{}], [[]]])(
    "the default for %j, which nothing matches",
    (value) => {
      expect(decide(value, { fallback: "rest" })).toEqual({
        ok: true,
        selectedStepId: "rest",
        value,
        warnings: [],
      });
    },
  );
});

test("a route on null takes the default and warns", () => {
  expect(decide(null, { fallback: "rest" })).toMatchObject({
    ok: true,
    selectedStepId: "rest",
    warnings: ["step pick: params.mode is null"],
  });
});

describe("a value that no branch matches, without a default, fails the route", () => {
  // shows: schema-559e
  test.each<[value: Json, found: string]>([
    ["stop", '"stop"'],
    [8, '"8"'],
    [false, '"false"'],
    [null, "null"],
    [["go"], "an array"],
    [{ go: 1 }, "an object"],
  ])("%j", (value, found) => {
    expect(decide(value, { branches: { go: "run", 7: "seven" } })).toEqual({
      ok: false,
      message: `route.input: params.mode is ${found}, which no branch matches ("7", "go") and there is no default`,
    });
  });

  test("a long value is cut in the message", () => {
    const decision = decide("x".repeat(5000));
    expect(decision.ok ? "" : decision.message).toMatch(/^.{0,250}$/);
  });

  test("an input that does not resolve", () => {
    const step = routeStep("pick", "steps.a.output.kind", { go: "run" }, "rest");
    const artifacts = new Map<string, BoundArtifact>([["a", { skipped: false, value: "text" }]]);
    expect(evaluateRoute(step, { params: {}, artifacts })).toEqual({
      ok: false,
      message: 'route.input: steps.a.output is a string, not an object: cannot resolve property "kind"',
    });
  });
});

test("a skipped step's output goes the default way, with a warning", () => {
  const step = routeStep("pick", "steps.a.output", { go: "run" }, "rest");
  const artifacts = new Map<string, BoundArtifact>([["a", { skipped: true }]]);
  expect(evaluateRoute(step, { params: {}, artifacts })).toEqual({
    ok: true,
    selectedStepId: "rest",
    value: null,
    warnings: ["step pick: steps.a.output is null, as step a was skipped"],
  });
});

test("a route hands on what it selected and the value it looked at", () => {
  expect(routeArtifact("run", ["go"])).toEqual({ selected: "run", value: ["go"] });
});
