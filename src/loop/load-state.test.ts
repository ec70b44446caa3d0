import { describe, expect, test } from "vitest";
import { planOf, unitStep } from "../../test/rig/build-plan.ts";
import { RUN_ID } from "../../test/rig/build-records.ts";
import { Cut, cutJournal } from "../../test/rig/decorate-journal.ts";
import { openBench } from "../../test/rig/engine-bench.ts";
import { failed } from "../../test/rig/scripted-dispatcher.ts";
import type { JsonObject } from "../contract/index.ts";
import { canonicalJson } from "../lib/canonical-json.ts";

const plan = planOf([unitStep("u")]);

function planJson(over: JsonObject): string {
  return canonicalJson({ ...(plan as unknown as JsonObject), ...over });
}

describe("a stored plan that cannot be decoded", () => {
  // shows: engine-161
  test.each([
    ["no JSON", "{"],
    ["of an unknown structure", planJson({ steps: [] })],
    ["of a version before all others", planJson({ irVersion: 1 })],
  ])("because it is %s abandons the run and says to start a new one", async (_what, text) => {
    const bench = await openBench(plan, { planJson: text });
    await expect(bench.drive()).rejects.toMatchObject({
      code: "WORKFLOW_PLAN_UNDECODABLE",
      message: expect.stringMatching(/^The stored plan of run .* cannot be decoded: ./),
      hint: "The run is now abandoned. Start a new one: akm workflow run project//workflows/demo",
    });
    const { run, events } = await bench.recorded();
    expect(run.status).toBe("failed");
    expect(events.at(-1)?.type).toBe("workflow_abandoned");
    expect(await bench.lockHolder(RUN_ID)).toBeUndefined();
  });

  test("closes what a dead engine left open", async () => {
    const bench = await openBench(plan);
    await expect(bench.drive({}, { journal: cutJournal(bench.journal, 2, "after") })).rejects.toThrow(Cut);
    const journal = {
      ...cutJournal(bench.journal, Number.POSITIVE_INFINITY, "before"),
      loadPlanJson: async () => "{",
    };
    await expect(bench.drive({}, { journal })).rejects.toMatchObject({ code: "WORKFLOW_PLAN_UNDECODABLE" });
    expect(bench.dispatcher.reaped).toMatchObject([{ unitId: "u:solo" }]);
    const { attempts, steps } = await bench.recorded();
    expect(attempts).toMatchObject([{ status: "interrupted" }]);
    expect(steps).toMatchObject([{ status: "failed", notes: expect.stringContaining("cannot be decoded") }]);
  });

  test("leaves a run that had ended as it was", async () => {
    const bench = await openBench(plan, { script: () => failed() });
    await bench.drive();
    const before = await bench.recorded();
    const journal = {
      ...cutJournal(bench.journal, Number.POSITIVE_INFINITY, "before"),
      loadPlanJson: async () => "{",
    };
    await expect(bench.drive({}, { journal })).rejects.toMatchObject({
      code: "WORKFLOW_PLAN_UNDECODABLE",
      hint: "Start a new one: akm workflow run project//workflows/demo",
    });
    expect(await bench.recorded()).toEqual(before);
  });

  // shows: engine-28b, engine-165
  test("that a newer akm froze is left untouched, and upgrading is named", async () => {
    const bench = await openBench(plan, { planJson: planJson({ irVersion: 99, steps: [] }) });
    await expect(bench.drive()).rejects.toMatchObject({
      code: "WORKFLOW_PLAN_UNDECODABLE",
      hint: expect.stringContaining("Upgrade akm"),
    });
    const { run, events } = await bench.recorded();
    expect(run.status).toBe("active");
    expect(events).toHaveLength(1);
  });
});

describe("a stored plan of another version that decodes", () => {
  // shows: engine-26b, engine-28a
  test.each([
    ["an older akm", 5],
    ["an older akm", 4],
    ["a newer akm", 7],
  ])("by %s (%i) simply runs, with one warning", async (whose, irVersion) => {
    const bench = await openBench(plan, { planJson: planJson({ irVersion }) });
    expect((await bench.drive()).done).toBe(true);
    expect(bench.warnings).toEqual([
      `The run's plan was frozen by ${whose} (version ${irVersion}); it runs as it was frozen.`,
    ]);
  });
});
