import { expect, test } from "vitest";
import { mapStep, unitStep } from "../../test/rig/build-plan.ts";
import { fanOutWidth } from "./width.ts";

// shows: schema-537a
// shows: engine-239a
test.each<[step: number, run: number, host: number, width: number]>([
  [4, 16, 16, 4],
  [8, 2, 16, 2],
  [8, 16, 3, 3],
  [1, 16, 16, 1],
  [64, 64, 64, 64],
  [4, 16, 0, 1],
])("a map of concurrency %i in a run of %i on a host of %i is %i wide", (step, run, host, width) => {
  expect(fanOutWidth(mapStep("m", { concurrency: step }), { maxConcurrency: run }, host)).toBe(width);
});

// shows: schema-533
test("a step of one unit is one wide", () => {
  expect(fanOutWidth(unitStep("u"), { maxConcurrency: 16 }, 16)).toBe(1);
});
