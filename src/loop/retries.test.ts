import { describe, expect, test } from "vitest";
import { commandTarget, mapStep, planOf, unitStep } from "../../test/rig/build-plan.ts";
import { RUN_ID } from "../../test/rig/build-records.ts";
import { openBench, stopSwitch } from "../../test/rig/engine-bench.ts";
import { completed, failed, type Script } from "../../test/rig/scripted-dispatcher.ts";
import { dispatchIdOf } from "../step/index.ts";
import { reopenRun } from "./reopen-run.ts";

const retry = { max: 2, on: ["non_zero_exit" as const] };

/** Fails until the attempt of that number. */
const succeedsAt =
  (attempt: number): Script =>
  (request) =>
    request.attempt < attempt ? failed() : completed(`attempt ${request.attempt}`);

describe("a unit with retries", () => {
  // shows: schema-571a, schema-571b
  // shows: engine-181, engine-184
  test("goes out again after a growing delay, as another attempt with another dispatch id", async () => {
    const bench = await openBench(planOf([unitStep("u", {}, { retry })]), { script: succeedsAt(3) });
    expect((await bench.drive()).done).toBe(true);
    expect(bench.clock.slept).toEqual([1000, 2000]);
    const { attempts } = await bench.recorded();
    expect(attempts.map(({ attempt, status, dispatchId }) => [attempt, status, dispatchId])).toEqual([
      [1, "failed", dispatchIdOf(RUN_ID, "u:solo", 1)],
      [2, "failed", dispatchIdOf(RUN_ID, "u:solo", 2)],
      [3, "completed", dispatchIdOf(RUN_ID, "u:solo", 3)],
    ]);
    const waitedMs = attempts.map(({ startedAt }) => Date.parse(startedAt));
    expect([waitedMs[1], waitedMs[2]]).toEqual([(waitedMs[0] ?? 0) + 1000, (waitedMs[0] ?? 0) + 3000]);
  });

  // shows: schema-571a
  test("fails for good when they are spent", async () => {
    const bench = await openBench(planOf([unitStep("u", {}, { retry })]), { script: succeedsAt(4) });
    expect(await bench.drive()).toMatchObject({ done: false, reason: "failed", usage: { units: 3 } });
    expect(bench.dispatcher.dispatched).toEqual(["u:solo 1", "u:solo 2", "u:solo 3"]);
  });

  // shows: schema-571a
  test("is not tried again for a reason that is not listed", async () => {
    const bench = await openBench(planOf([unitStep("u", {}, { retry })]), {
      script: () => failed("timeout"),
    });
    await bench.drive();
    expect(bench.dispatcher.dispatched).toEqual(["u:solo 1"]);
  });

  test("counts a failed unit once, however many attempts it had", async () => {
    const bench = await openBench(planOf([unitStep("u", {}, { retry })]), { script: () => failed() });
    expect((await bench.drive()).executed).toMatchObject([{ units: 1, failedUnits: 1 }]);
  });
});

describe("an answer that misses its unit's schema", () => {
  const script: Script = () => failed("validation_error", "k: is missing");

  // shows: schema-573b
  test("has its engine asked once more, told why, before the unit fails", async () => {
    const step = unitStep("u", {}, { target: commandTarget() });
    const bench = await openBench(planOf([step]), { script });
    expect(await bench.drive()).toMatchObject({ reason: "failed", executed: [{ failedUnits: 1 }] });
    expect(bench.dispatcher.dispatched).toEqual(["u:solo 1", "u:solo 2"]);
    expect(bench.dispatcher.requests[1]?.prompt().text).toContain("k: is missing");
  });

  // shows: schema-396a, schema-396b
  test("of a command has it run again by its policy alone", async () => {
    const listed = { max: 1, on: ["validation_error" as const] };
    for (const [unit, dispatches] of [
      [{}, 1],
      [{ retry: listed }, 2],
    ] as const) {
      const bench = await openBench(planOf([unitStep("u", {}, unit)]), { script });
      expect(await bench.drive()).toMatchObject({ reason: "failed" });
      expect(bench.dispatcher.requests).toHaveLength(dispatches);
    }
  });
});

describe("a unit that waits for its retry", () => {
  const items = ["a", "b"];
  const itemIs = (item: string): ((request: { context: { item?: { json: string } } }) => boolean) => {
    return ({ context }) => context.item?.json === JSON.stringify(item);
  };

  test("is not waited for once another has failed its step", async () => {
    const script: Script = (request) => (itemIs("a")(request) ? failed() : undefined);
    const bench = await openBench(planOf([mapStep("m", {}, { retry })]), { params: { items }, script });
    bench.clock.autoAdvance = false;
    const driving = bench.drive();
    await bench.clock.sleepers(1);
    const other = bench.dispatcher.requests.find(itemIs("b"));
    (await bench.dispatcher.held(other?.unitId ?? "")).finish(failed("timeout"));
    expect(await driving).toMatchObject({ reason: "failed", executed: [{ failedUnits: 2 }] });
    expect(bench.dispatcher.requests).toHaveLength(2);
  });

  test("does not fail its run when a stop comes, and goes on with its retry afterwards", async () => {
    const bench = await openBench(planOf([unitStep("u", {}, { retry })]), { script: succeedsAt(2) });
    bench.clock.autoAdvance = false;
    const { signal, stop } = stopSwitch();
    const driving = bench.drive({ stop: signal });
    await bench.clock.sleepers(1);
    stop("SIGINT");
    expect(await driving).toMatchObject({ done: false, reason: "interrupted", executed: [] });
    expect((await bench.recorded()).run.status).toBe("active");
    bench.clock.autoAdvance = true;
    expect((await bench.drive()).done).toBe(true);
    expect(bench.dispatcher.dispatched).toEqual(["u:solo 1", "u:solo 2"]);
  });
});

describe("--max-retries", () => {
  // shows: schema-569b
  // shows: engine-172
  test("opens a failed run again and tries its failed step, reusing what is completed", async () => {
    const items = ["a", "b"];
    const script: Script = ({ attempt, context }) =>
      context.item?.json === '"b"' && attempt < 3 ? failed() : completed();
    const bench = await openBench(planOf([mapStep("m", { concurrency: 1 })]), { params: { items }, script });
    const driven = await bench.drive({ maxRetries: 2 });
    expect(driven).toMatchObject({ done: true, stepsProcessed: 1 });
    expect(driven.executed.map(({ ok, reusedUnits }) => [ok, reusedUnits])).toEqual([
      [false, 0],
      [false, 1],
      [true, 1],
    ]);
    expect((await bench.recorded()).run.epoch).toBe(2);
  });

  test("ends failed when they are spent", async () => {
    const bench = await openBench(planOf([unitStep("u")]), { script: () => failed() });
    expect(await bench.drive({ maxRetries: 1 })).toMatchObject({
      done: false,
      reason: "failed",
      stepsProcessed: 1,
    });
    expect(bench.dispatcher.dispatched).toEqual(["u:solo 1", "u:solo 2"]);
  });

  test("opens a run that had failed before", async () => {
    const bench = await openBench(planOf([unitStep("u")]), { script: succeedsAt(2) });
    await bench.drive();
    expect(await bench.drive({ maxRetries: 1 })).toMatchObject({ done: true });
  });

  test("does not open a run whose directory is gone", async () => {
    const bench = await openBench(planOf([unitStep("u")]), { script: () => failed() });
    await bench.drive();
    bench.dispatcher.directoryMissing = true;
    await expect(bench.drive({ maxRetries: 1 })).rejects.toMatchObject({ code: "WORKING_DIRECTORY_MISSING" });
    expect((await bench.recorded()).run.status).toBe("failed");
  });

  test("does not open a run that spent its budget", async () => {
    const plan = planOf([unitStep("a"), unitStep("b")], { budget: { maxUnits: 1 } });
    const bench = await openBench(plan);
    expect(await bench.drive({ maxRetries: 5 })).toMatchObject({ reason: "budget", stepsProcessed: 2 });
  });

  test("does not open a run that fails while it is being stopped", async () => {
    const { signal, stop } = stopSwitch();
    const bench = await openBench(planOf([unitStep("u")]), {
      script: () => {
        stop("SIGTERM");
        return failed();
      },
    });
    const driven = await bench.drive({ maxRetries: 1, stop: signal });
    expect(driven).toMatchObject({ reason: "failed", executed: [{ ok: false }] });
    expect((await bench.recorded()).run).toMatchObject({ status: "failed", epoch: 0 });
  });
});

test("reopening a run renews the retries of its units", async () => {
  const bench = await openBench(planOf([unitStep("u", {}, { retry })]), { script: succeedsAt(6) });
  await bench.drive();
  await reopenRun(RUN_ID, bench);
  expect((await bench.drive()).done).toBe(true);
  expect(bench.dispatcher.dispatched).toHaveLength(6);
  expect(bench.clock.slept).toEqual([1000, 2000, 1000, 2000]);
});
