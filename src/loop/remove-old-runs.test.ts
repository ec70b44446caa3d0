import { describe, expect, test } from "vitest";
import { planOf, unitStep } from "../../test/rig/build-plan.ts";
import { RUN_ID } from "../../test/rig/build-records.ts";
import { childPlan, composing } from "../../test/rig/compose-plans.ts";
import { type EngineBench, openBench } from "../../test/rig/engine-bench.ts";
import { completed, failed } from "../../test/rig/scripted-dispatcher.ts";
import { type OldRuns, removeOldRuns } from "./remove-old-runs.ts";

const LATER = "2999-01-01T00:00:00.000Z";
const approved = childPlan([unitStep("make", { gate: { approve: true, maxLoops: 1 } })]);

function remove(bench: EngineBench, over: Partial<OldRuns> = {}) {
  return removeOldRuns(bench, { before: LATER, kept: new Set(), dryRun: false, ...over });
}

async function left(bench: EngineBench): Promise<string[]> {
  return (await bench.journal.listRuns({ children: true })).map(({ runId }) => runId);
}

describe("an old run that has ended", () => {
  test.each([
    ["completed", completed()],
    ["failed", failed()],
  ])("goes with all that was recorded of it when it %s", async (_, outcome) => {
    const bench = await openBench(planOf([unitStep("a")]), { script: () => outcome });
    await bench.drive();
    const events = await bench.journal.loadEvents({ runId: RUN_ID });
    expect(await remove(bench)).toEqual({ runs: 1, units: 1, events: events.length });
    expect(await left(bench)).toEqual([]);
    expect(await bench.journal.loadEvents({})).toEqual([]);
    expect(await bench.journal.loadSteps(RUN_ID)).toEqual([]);
  });

  test("goes with the runs below it", async () => {
    const bench = await openBench(planOf([composing("sub", childPlan([unitStep("a")]))]));
    await bench.drive();
    expect(await remove(bench, { dryRun: true })).toEqual({ runs: 2, units: 0, events: 0 });
    expect(await left(bench)).toHaveLength(2);
    expect(await remove(bench)).toMatchObject({ runs: 2, units: 2 });
    expect(await left(bench)).toEqual([]);
  });
});

describe("a run stays", () => {
  test.each<[string, Partial<OldRuns>]>([
    ["that is younger", { before: "2000-01-01T00:00:00.000Z" }],
    ["of another scope", { scopeKey: "/elsewhere" }],
    ["that is kept", { kept: new Set([RUN_ID]) }],
  ])("%s", async (_, over) => {
    const bench = await openBench(planOf([unitStep("a")]));
    await bench.drive();
    expect(await remove(bench, over)).toEqual({ runs: 0, units: 0, events: 0 });
    expect(await left(bench)).toEqual([RUN_ID]);
  });

  test("that has not ended, and so does the one above it", async () => {
    const bench = await openBench(planOf([composing("sub", approved)]));
    expect(await bench.drive()).toMatchObject({ reason: "blocked" });
    expect(await remove(bench)).toEqual({ runs: 0, units: 0, events: 0 });
    expect(await left(bench)).toHaveLength(2);
  });

  test("that somebody is about to open again", async () => {
    const bench = await openBench(planOf([unitStep("a")]), { script: () => failed() });
    await bench.drive();
    const lock = await bench.runLock.acquire(RUN_ID, { takeOver: false });
    expect(await remove(bench)).toEqual({ runs: 0, units: 0, events: 0 });
    await lock.release();
    expect(await remove(bench)).toMatchObject({ runs: 1 });
  });
});
