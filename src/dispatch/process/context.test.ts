import { describe, expect, test } from "vitest";
import { requestOf } from "../../../test/rig/dispatch-command.ts";
import { contextVariables, findOversize } from "./context.ts";

const UNIT = { command: ["true"], runId: "r", stepId: "s", unitId: "s:solo", dispatchId: "d", attempt: 2 };

describe("what a command is told", () => {
  // shows: schema-424b, schema-424c
  // shows: engine-190
  test("of a unit on its own is its ids, its attempt and the params", () => {
    expect(contextVariables(requestOf({ ...UNIT, context: { params: '{"a":1}' } }))).toEqual({
      AKM_RUN_ID: "r",
      AKM_STEP_ID: "s",
      AKM_UNIT_ID: "s:solo",
      AKM_DISPATCH_ID: "d",
      AKM_ATTEMPT: "2",
      AKM_PARAMS: '{"a":1}',
    });
  });

  // shows: schema-424d, schema-424e
  test("in a map is the item and its index too, and the inputs where the step has some", () => {
    const context = { item: { json: '"x"', index: 0 }, inputs: '{"steps.a.output":1}' };
    expect(contextVariables(requestOf({ ...UNIT, context }))).toMatchObject({
      AKM_ITEM: '"x"',
      AKM_ITEM_INDEX: "0",
      AKM_INPUTS: '{"steps.a.output":1}',
    });
  });
});

describe("the size of the context", () => {
  // shows: schema-430a, schema-438b, schema-440, schema-444
  test.each([
    ["linux", 98_304],
    ["darwin", 98_304],
    ["freebsd", 98_304],
    ["win32", 32_767],
  ] as const)("on %s may be %i bytes in one variable and not one more", (platform, bytesMax) => {
    expect(findOversize({ AKM_INPUTS: "x".repeat(bytesMax) }, platform)).toBeUndefined();
    const message = findOversize({ AKM_PARAMS: "{}", AKM_INPUTS: "x".repeat(bytesMax + 1) }, platform);
    expect(message).toContain("AKM_INPUTS");
    expect(message).toContain(String(bytesMax + 1));
    expect(message).toContain(String(bytesMax));
    expect(message).toContain("because");
    expect(message).toContain("print a reference");
  });

  // shows: schema-430b, schema-440
  test.each([
    ["linux", 131_072],
    ["darwin", 131_072],
    ["win32", 64_000],
  ] as const)("on %s may be %i bytes in all and not one more", (platform, bytesMax) => {
    const half = "x".repeat(bytesMax / 4);
    const variables = { AKM_PARAMS: half, AKM_ITEM: half, AKM_INPUTS: half, AKM_TASK_INPUTS: half };
    expect(findOversize(variables, platform)).toBeUndefined();
    const message = findOversize({ ...variables, AKM_INPUTS: `${half}x` }, platform);
    expect(message).toContain("AKM_INPUTS the largest");
    expect(message).toContain(String(bytesMax + 1));
  });

  test("counts bytes, not characters", () => {
    expect(findOversize({ AKM_ITEM: "€".repeat(32_768) }, "linux")).toBeUndefined();
    expect(findOversize({ AKM_ITEM: "€".repeat(32_769) }, "linux")).toContain("98307");
  });
});
