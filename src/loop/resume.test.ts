import { describe, expect, test } from "vitest";
import { mapStep, planOf, routeStep, unitStep } from "../../test/rig/build-plan.ts";
import { mapUnitId, RUN_ID } from "../../test/rig/build-records.ts";
import { Cut, cutJournal, decorateJournal } from "../../test/rig/decorate-journal.ts";
import { type EngineBench, openBench } from "../../test/rig/engine-bench.ts";
import { completed, failed, type Script } from "../../test/rig/scripted-dispatcher.ts";
import { CRASH_DISPATCHES_MAX, type JsonObject } from "../contract/index.ts";
import type { Journal } from "../ports/index.ts";
import { dispatchIdOf } from "../step/index.ts";
import { reopenRun } from "./reopen-run.ts";

/** Drives with an engine that dies at its write of that number, which is the last to become durable. */
async function driveUntilDead(bench: EngineBench, lastWrite: number): Promise<void> {
  await expect(bench.drive({}, { journal: cutJournal(bench.journal, lastWrite, "after") })).rejects.toThrow(
    Cut,
  );
}

/** Drives with an engine that dies at its write of that number, which is lost. */
async function driveUntilLost(bench: EngineBench, lostWrite: number): Promise<void> {
  await expect(bench.drive({}, { journal: cutJournal(bench.journal, lostWrite, "before") })).rejects.toThrow(
    Cut,
  );
}

/** The journal as if the run had been started with these. */
function withParams(journal: Journal, params: JsonObject): Journal {
  return decorateJournal(journal, {
    loadRun: async (runId) => {
      const run = await journal.loadRun(runId);
      return run && { ...run, params };
    },
  });
}

/** The rows of a unit, as `attempt.dispatch status`. */
async function rowsOf(bench: EngineBench, unitId: string): Promise<string[]> {
  const { attempts } = await bench.recorded();
  return attempts
    .filter((row) => row.unitId === unitId)
    .map(({ attempt, dispatch, status, failureReason }) =>
      [`${attempt}.${dispatch}`, status, ...(failureReason === undefined ? [] : [failureReason])].join(" "),
    );
}

describe("a unit that was out when its engine died", () => {
  // shows: engine-181, engine-183, engine-189
  test("goes out again as the same attempt, and nothing completed goes out a second time", async () => {
    const ends: Record<string, string[]> = { a: ["A"], b: ["part", "part\nwhole"] };
    const script: Script = ({ stepId }) => completed(ends[stepId]?.shift());
    const bench = await openBench(planOf([unitStep("a"), unitStep("b")]), { script });
    await driveUntilLost(bench, 7);
    expect(await bench.drive()).toMatchObject({ done: true, usage: { units: 2 } });
    expect(bench.dispatcher.dispatched).toEqual(["a:solo 1", "b:solo 1", "b:solo 1"]);
    const [, first, second] = bench.dispatcher.requests;
    expect(second?.dispatchId).toBe(first?.dispatchId);
    expect(await rowsOf(bench, "b:solo")).toEqual(["1.1 interrupted", "1.2 completed"]);
    expect((await bench.recorded()).steps[1]?.evidence?.output).toBe("part\nwhole");
  });

  test("is ended, where it still runs, before it goes out again", async () => {
    const bench = await openBench(planOf([unitStep("u")]), { script: ({ attempt }) => completed(attempt) });
    await driveUntilDead(bench, 2);
    await bench.drive();
    expect(bench.dispatcher.reaped).toMatchObject([
      { unitId: "u:solo", attempt: 1, dispatch: 1, status: "running" },
    ]);
  });

  test("three times is in a crash loop; the run fails and can be opened again", async () => {
    const bench = await openBench(planOf([unitStep("u")]));
    await driveUntilLost(bench, 3);
    for (let dispatch = 2; dispatch <= CRASH_DISPATCHES_MAX; dispatch += 1) await driveUntilLost(bench, 3);
    expect(await bench.drive()).toMatchObject({ done: false, reason: "failed", usage: { units: 1 } });
    expect(bench.dispatcher.requests).toHaveLength(CRASH_DISPATCHES_MAX);
    expect(await rowsOf(bench, "u:solo")).toEqual([
      "1.1 interrupted",
      "1.2 interrupted",
      "1.3 failed crash_loop",
    ]);

    await reopenRun(RUN_ID, bench);
    expect((await bench.drive()).done).toBe(true);
    expect(bench.dispatcher.requests.at(-1)?.dispatchId).toBe(dispatchIdOf(RUN_ID, "u:solo", 2));
  });
});

describe("units that were out when their engine died, as if it had not", () => {
  const items = ["a", "b", "c"];
  const [a, b] = ["a", "b"].map((item) => mapUnitId("m", item)) as [string, string];

  test("finish although another of the step had failed", async () => {
    const script: Script = ({ unitId, context }) =>
      unitId === a ? failed() : completed(context.item?.index);
    const bench = await openBench(planOf([mapStep("m", { concurrency: 2 })]), { params: { items }, script });
    await driveUntilDead(bench, 4);
    expect(await rowsOf(bench, a)).toEqual(["1.1 failed non_zero_exit"]);
    expect(await rowsOf(bench, b)).toEqual(["1.1 running"]);
    expect(await bench.drive()).toMatchObject({ reason: "failed", executed: [{ failedUnits: 1 }] });
    expect(await rowsOf(bench, b)).toEqual(["1.1 interrupted", "1.2 completed"]);
    expect((await bench.recorded()).attempts).toHaveLength(3);
  });

  test("finish although the budget is spent, on a narrower host as well", async () => {
    const plan = planOf([mapStep("m", { concurrency: 2 })], { budget: { maxUnits: 2 } });
    const bench = await openBench(plan, { params: { items }, script: () => completed("x") });
    await driveUntilDead(bench, 3);
    expect(await bench.drive({}, { hostConcurrency: 1 })).toMatchObject({
      reason: "budget",
      usage: { units: 2 },
    });
    expect((await bench.recorded()).steps[0]?.evidence?.output).toEqual(["x", "x", null]);
  });

  // shows: schema-551
  test("keep to the width of the machine that goes on with them", async () => {
    const bench = await openBench(planOf([mapStep("m", { concurrency: 4 })]), {
      params: { items: ["a", "b", "c", "d", "e", "f"] },
    });
    await driveUntilDead(bench, 3);
    bench.dispatcher.peak = 0;
    await bench.drive({}, { hostConcurrency: 2 });
    expect(bench.dispatcher.peak).toBe(2);
  });

  test("keep the width", async () => {
    const bench = await openBench(planOf([mapStep("m", { concurrency: 2 })]), { params: { items } });
    await driveUntilDead(bench, 3);
    bench.dispatcher.peak = 0;
    await bench.drive();
    expect(bench.dispatcher.peak).toBe(2);
  });
});

describe("a run that was cut", () => {
  // shows: schema-288b, schema-288c, schema-294
  // shows: reuse-9
  test("hands later steps the same artifacts, byte for byte, and shows the same evidence", async () => {
    const plan = planOf([
      unitStep("text"),
      mapStep("m", {}, { onError: "continue" }),
      routeStep("pick", "steps.text.output", { "tä\u0000xt\n": "b" }, "m2"),
      mapStep("m2", { over: "steps.m.output" }),
      unitStep("b", {
        inputs: ["steps.text.output", "steps.m.output", "steps.pick.output", "steps.m2.output"],
      }),
    ]);
    const script: Script = ({ stepId, context }) => {
      if (stepId === "text") return completed("tä\u0000xt\n");
      if (stepId === "m" && context.item?.index === 1) return failed();
      return context.item?.index === 2 ? completed() : completed({ z: 1, a: [context.item?.index ?? null] });
    };
    const params = { items: [1, { k: null }, "💩", 1] };
    const uncut = await openBench(plan, { params, script });
    await uncut.drive();
    const cut = await openBench(plan, { params, script });
    await driveUntilDead(cut, 9);
    await cut.drive();
    const inputsOf = ({ dispatcher }: EngineBench) => dispatcher.requests.at(-1)?.context.inputs;
    expect(inputsOf(cut)).toBe(inputsOf(uncut));
    expect(inputsOf(cut)).toContain('"steps.m2.output":null');
    const evidenceOf = async (bench: EngineBench) =>
      (await bench.recorded()).steps.map(({ evidence, status, notes }) =>
        JSON.stringify({ evidence, status, notes }),
      );
    expect(await evidenceOf(cut)).toEqual(await evidenceOf(uncut));
  });

  // shows: schema-563a
  // shows: engine-174
  test("keeps what is completed, although its params are others since, and the hash it had", async () => {
    const bench = await openBench(planOf([unitStep("u")]), { params: { mode: "x" } });
    await driveUntilLost(bench, 4);
    const before = (await bench.recorded()).attempts;
    expect(before).toMatchObject([{ status: "completed" }]);
    const driven = await bench.drive({}, { journal: withParams(bench.journal, { mode: "y" }) });
    expect(driven).toMatchObject({ done: true, executed: [{ reusedUnits: 1 }] });
    expect((await bench.recorded()).attempts).toEqual(before);
  });

  // shows: reuse-44
  test("replays what a route selected and does not decide it again", async () => {
    const plan = planOf([routeStep("pick", "params.mode", { x: "a", y: "b" }), unitStep("a"), unitStep("b")]);
    const bench = await openBench(plan, { params: { mode: "y" } });
    await driveUntilDead(bench, 1);
    await bench.drive({}, { journal: withParams(bench.journal, { mode: "x" }) });
    expect(bench.dispatcher.dispatched).toEqual(["b:solo 1"]);
    expect((await bench.recorded()).steps.map(({ status }) => status)).toEqual([
      "completed",
      "skipped",
      "completed",
    ]);
  });

  test("says once that a step began, and that the run was gone on with", async () => {
    const bench = await openBench(planOf([unitStep("u")]));
    await driveUntilDead(bench, 2);
    await bench.drive();
    expect((await bench.recorded()).events.map(({ type }) => type)).toEqual([
      "workflow_started",
      "step_started",
      "unit_started",
      "workflow_resumed",
      "unit_interrupted",
      "unit_started",
      "unit_finished",
      "step_finished",
      "workflow_finished",
    ]);
  });
});
