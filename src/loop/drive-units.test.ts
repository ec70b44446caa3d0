import { describe, expect, test } from "vitest";
import { mapStep, planOf, unitStep } from "../../test/rig/build-plan.ts";
import { mapUnitId } from "../../test/rig/build-records.ts";
import { openBench } from "../../test/rig/engine-bench.ts";
import { completed, failed, type Script } from "../../test/rig/scripted-dispatcher.ts";
import type { DispatchRequest } from "../ports/index.ts";

const items = ["a", "b", "c", "d", "e"];
const [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map((item) => mapUnitId("m", item)) as [
  string,
  string,
  string,
  string,
  string,
];

function itemOf({ context }: DispatchRequest): string {
  return JSON.parse(context.item?.json ?? "null");
}

function mapBench(
  script: Script,
  map: Parameters<typeof mapStep>[1] = {},
  unit: Parameters<typeof mapStep>[2] = {},
) {
  return openBench(planOf([mapStep("m", map, unit)]), { params: { items }, script });
}

describe("a map's units", () => {
  // shows: schema-523a
  // shows: schema-285a
  test("are out at most as many at once as the map is wide, and their results keep item order", async () => {
    const bench = await mapBench(() => undefined, { concurrency: 2 });
    const driving = bench.drive();
    const first = await bench.dispatcher.held(a);
    (await bench.dispatcher.held(b)).finish(completed("B"));
    (await bench.dispatcher.held(c)).finish(completed("C"));
    (await bench.dispatcher.held(d)).finish(completed("D"));
    (await bench.dispatcher.held(e)).finish(completed("E"));
    first.finish(completed("A"));
    expect((await driving).done).toBe(true);
    expect(bench.dispatcher.peak).toBe(2);
    expect((await bench.recorded()).steps[0]?.evidence?.output).toEqual(["A", "B", "C", "D", "E"]);
  });

  // shows: schema-523c, schema-537a, schema-551
  // shows: engine-239a
  test.each<[what: string, map: number, host: number, peak: number]>([
    ["the map", 3, 16, 3],
    ["the host", 3, 2, 2],
    ["the number of items", 64, 16, 5],
  ])("are held to the width of %s", async (_what, concurrency, hostConcurrency, peak) => {
    const bench = await mapBench(() => completed(), { concurrency });
    await bench.drive({}, { hostConcurrency });
    expect(bench.dispatcher.peak).toBe(peak);
  });

  // shows: engine-242
  test("are fewer at once when the run is gone on with on a smaller host", async () => {
    const bench = await openBench(planOf([mapStep("m"), mapStep("n")]), { params: { items } });
    await bench.drive({ maxSteps: 1 }, { hostConcurrency: 3 });
    expect(bench.dispatcher.peak).toBe(3);
    bench.dispatcher.peak = 0;
    await bench.drive({}, { hostConcurrency: 1 });
    expect(bench.dispatcher.peak).toBe(1);
  });

  test("are each one of equal items", async () => {
    const bench = await openBench(planOf([mapStep("m")]), {
      params: { items: ["x", "x"] },
      script: ({ unitId }) => completed(unitId),
    });
    await bench.drive();
    const x = mapUnitId("m", "x");
    expect((await bench.recorded()).steps[0]?.evidence?.output).toEqual([x, `${x}#2`]);
  });
});

describe("a unit that fails", () => {
  // shows: schema-569a
  test("lets those that are out finish and nothing new start", async () => {
    const bench = await mapBench(() => undefined, { concurrency: 3 });
    const driving = bench.drive();
    const [first, second, third] = await Promise.all([a, b, c].map((id) => bench.dispatcher.held(id)));
    second?.finish(failed("timeout", "over 1 s"));
    first?.finish(completed("A"));
    third?.finish(completed("C"));
    expect(await driving).toMatchObject({
      done: false,
      reason: "failed",
      executed: [{ ok: false, units: 5, failedUnits: 1 }],
    });
    expect(bench.dispatcher.dispatched).toEqual([`${a} 1`, `${b} 1`, `${c} 1`]);
    const { run, steps, attempts } = await bench.recorded();
    expect(run).toMatchObject({ status: "failed", currentStepId: "m" });
    expect(steps[0]).toMatchObject({
      status: "failed",
      notes: `Executed 3 units: 2 succeeded, 1 failed, 2 not started. Failures: ${b} (timeout). First failure diagnostic (${b}): over 1 s`,
      evidence: { output: ["A", null, "C", null, null] },
    });
    expect(attempts.map(({ status }) => status).sort()).toEqual(["completed", "completed", "failed"]);
  });

  // shows: schema-570
  // shows: schema-285b
  test("in a step told to continue leaves a null slot and the run goes on", async () => {
    const bench = await openBench(
      planOf([mapStep("m", {}, { onError: "continue" }), unitStep("after", { inputs: ["steps.m.output"] })]),
      {
        params: { items },
        script: (request) => (itemOf(request) === "b" ? failed() : completed(itemOf(request))),
      },
    );
    expect(await bench.drive()).toMatchObject({
      done: true,
      executed: [{ ok: true, failedUnits: 1 }, { ok: true }],
    });
    expect(bench.dispatcher.requests.at(-1)?.context.inputs).toBe(
      '{"steps.m.output":["a",null,"c","d","e"]}',
    );
  });

  test("because the dispatcher itself broke surfaces, after those that are out have ended", async () => {
    const bench = await mapBench(
      (request) => {
        if (itemOf(request) === "a") throw new Error("broken");
        return completed();
      },
      { concurrency: 2 },
    );
    await expect(bench.drive()).rejects.toThrow("broken");
    expect(bench.dispatcher.out).toBe(0);
    const { run, attempts } = await bench.recorded();
    expect(run.status).toBe("active");
    expect(attempts.map(({ unitId, status }) => [unitId, status])).toEqual([
      [a, "running"],
      [b, "completed"],
    ]);
  });
});

describe("a warning of a dispatch", () => {
  // shows: schema-392b
  test("reaches the sink with the unit's id", async () => {
    const bench = await openBench(planOf([unitStep("u")]), { script: () => undefined });
    const driving = bench.drive();
    const held = await bench.dispatcher.held("u:solo");
    held.events.onWarning("stderr was cut");
    held.finish(completed());
    await driving;
    expect(bench.warnings).toEqual(["u:solo: stderr was cut"]);
  });
});

describe("the process of an attempt", () => {
  const identity = { pid: 4711, startToken: "1", bootId: "b" };

  test("is journaled once it has lived for a while", async () => {
    const bench = await openBench(planOf([unitStep("u")]), { script: () => undefined });
    bench.clock.autoAdvance = false;
    const driving = bench.drive();
    const held = await bench.dispatcher.held("u:solo");
    held.events.onProcess(() => identity);
    bench.clock.advance(49);
    expect((await bench.recorded()).attempts[0]).not.toHaveProperty("process");
    bench.clock.advance(1);
    held.finish(completed());
    await driving;
    expect((await bench.recorded()).attempts[0]?.process).toEqual(identity);
  });

  test("that is over sooner is never asked who it was", async () => {
    const bench = await openBench(planOf([unitStep("u")]), { script: () => undefined });
    const driving = bench.drive();
    const held = await bench.dispatcher.held("u:solo");
    held.events.onProcess(() => {
      throw new Error("asked");
    });
    held.finish(completed());
    await driving;
    bench.clock.advance(1000);
    expect((await bench.recorded()).attempts[0]).not.toHaveProperty("process");
  });
});
