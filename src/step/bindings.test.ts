import { describe, expect, test } from "vitest";
import type { Json } from "../contract/index.ts";
import { type BoundArtifact, referencedSteps, resolveReference } from "./bindings.ts";

const bindings = {
  params: { name: "ada", nothing: null, list: [[1, 2]], tree: { "odd key": true } },
  artifacts: new Map<string, BoundArtifact>([
    ["text", artifact("plain")],
    ["list", artifact([{ path: "a.ts" }, { path: "b.ts" }])],
    ["object", artifact({ total: 2, nested: { deep: null }, "odd-key": 1 })],
    ["nothing", artifact(null)],
    ["number", artifact(3)],
    ["skipped", { skipped: true }],
  ]),
};

function artifact(value: Json): BoundArtifact {
  return { skipped: false, value };
}

describe("a reference that resolves", () => {
  test.each<[reference: string, value: Json]>([
    ["params.name", "ada"],
    ["params.nothing", null],
    ["params.list[0][1]", 2],
    ['params.tree["odd key"]', true],
    ["steps.text.output", "plain"],
    ["steps.list.output", [{ path: "a.ts" }, { path: "b.ts" }]],
    ["steps.list.output[1].path", "b.ts"],
    ["steps.object.output.nested.deep", null],
    ['steps.object.output["odd-key"]', 1],
  ])("%s", (reference, value) => {
    expect(resolveReference(reference, bindings)).toEqual({ ok: true, value });
  });

  test.each(["steps.skipped.output", "steps.skipped.output.any[0].path"])(
    "reads null from a skipped step, whatever path follows, and names the step: %s",
    (reference) => {
      expect(resolveReference(reference, bindings)).toEqual({
        ok: true,
        value: null,
        skippedStepId: "skipped",
      });
    },
  );
});

// shows: schema-296b
describe("a reference that does not resolve says where the path ends", () => {
  test.each<[reference: string, message: string]>([
    ["params.absent", "params.absent has no value in this run"],
    ["params.toString", "params.toString has no value in this run"],
    ["params.name.first", 'params.name is a string, not an object: cannot resolve property "first"'],
    ["params.list.length", 'params.list is an array, not an object: cannot resolve property "length"'],
    ["params.list[1]", "params.list has 1 element: there is no [1]"],
    ["params.list[0][5]", "params.list[0] has 2 elements: there is no [5]"],
    ["steps.absent.output", "steps.absent.output is not there yet"],
    ["steps.text.output.y", 'steps.text.output is a string, not an object: cannot resolve property "y"'],
    ["steps.text.output[0]", "steps.text.output is a string, not an array: cannot resolve [0]"],
    ["steps.nothing.output.y", 'steps.nothing.output is null, not an object: cannot resolve property "y"'],
    ["steps.number.output.y", 'steps.number.output is a number, not an object: cannot resolve property "y"'],
    ["steps.object.output.y", 'steps.object.output has no property "y"'],
    ["steps.object.output.toString", 'steps.object.output has no property "toString"'],
    ["steps.object.output[0]", "steps.object.output is an object, not an array: cannot resolve [0]"],
    [
      "steps.object.output.nested.deep.er",
      'steps.object.output.nested.deep is null, not an object: cannot resolve property "er"',
    ],
    ["steps.list.output[0].size", 'steps.list.output[0] has no property "size"'],
  ])("%s", (reference, message) => {
    expect(resolveReference(reference, bindings)).toEqual({ ok: false, message });
  });

  test("a text that is no reference is named", () => {
    const resolved = resolveReference("env.HOME", bindings);
    expect(resolved).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^env\.HOME is not a reference: ./),
    });
  });
});

test("the steps that references read are listed once each, params left out", () => {
  expect(referencedSteps(["steps.b.output", "params.x", "steps.a.output[0]", "steps.b.output.y"])).toEqual([
    "b",
    "a",
  ]);
});
