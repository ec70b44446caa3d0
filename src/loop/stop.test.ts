import { describe, expect, test } from "vitest";
import { mapStep, planOf, unitStep } from "../../test/rig/build-plan.ts";
import { mapUnitId, RUN_ID } from "../../test/rig/build-records.ts";
import { openBench, stopSwitch } from "../../test/rig/engine-bench.ts";
import { completed, failed } from "../../test/rig/scripted-dispatcher.ts";
import { dispatchIdOf } from "../step/index.ts";
import type { StopCause } from "./engine.ts";

describe("a stop while a unit is out", () => {
  test.each<[cause: StopCause, reason: string]>([
    ["SIGINT", "interrupted"],
    ["SIGTERM", "interrupted"],
    ["SIGHUP", "interrupted"],
    ["timeout", "timeout"],
  ])("by %s ends the attempt as aborted and leaves the run active", async (cause, reason) => {
    const bench = await openBench(planOf([unitStep("u")]), { script: () => undefined });
    const { signal, stop } = stopSwitch();
    const driving = bench.drive({ stop: signal });
    await bench.dispatcher.held("u:solo");
    stop(cause);
    expect(await driving).toMatchObject({ done: false, reason, executed: [], stepsProcessed: 0 });
    const { run, steps, attempts, events } = await bench.recorded();
    expect(run).toMatchObject({ status: "active", currentStepId: "u" });
    expect(steps[0]?.status).toBe("active");
    expect(attempts).toMatchObject([{ status: "failed", failureReason: "aborted" }]);
    expect(events.at(-1)?.type).toBe("workflow_interrupted");
    expect(await bench.lockHolder(RUN_ID)).toBeUndefined();
  });

  test("is gone on with as a new attempt with a new dispatch id, no retry spent", async () => {
    const retry = { max: 1, on: ["non_zero_exit" as const] };
    const bench = await openBench(planOf([unitStep("u", {}, { retry })]), {
      script: ({ attempt }) => [undefined, undefined, failed(), completed()][attempt - 1],
    });
    for (const _ of [1, 2]) {
      const { signal, stop } = stopSwitch();
      const driving = bench.drive({ stop: signal });
      await bench.dispatcher.held("u:solo");
      stop("SIGINT");
      await driving;
    }
    expect(await bench.drive()).toMatchObject({ done: true, usage: { units: 4 } });
    expect(bench.dispatcher.requests.map(({ dispatchId }) => dispatchId)).toEqual(
      [1, 2, 3, 4].map((attempt) => dispatchIdOf(RUN_ID, "u:solo", attempt)),
    );
  });

  test("beside a unit that failed for good sends nothing out when gone on with", async () => {
    const bench = await openBench(planOf([mapStep("m", { concurrency: 2 })]), {
      params: { items: ["slow", "bad"] },
      script: ({ unitId }) => (unitId === mapUnitId("m", "bad") ? failed() : undefined),
    });
    const { signal, stop } = stopSwitch();
    const driving = bench.drive({ stop: signal });
    await bench.dispatcher.held(mapUnitId("m", "slow"));
    stop("SIGINT");
    await driving;
    const sent = bench.dispatcher.requests.length;
    expect(await bench.drive()).toMatchObject({ done: false, reason: "failed" });
    expect(bench.dispatcher.requests).toHaveLength(sent);
  });

  test("keeps what other units of the step completed", async () => {
    const bench = await openBench(planOf([mapStep("m", { concurrency: 2 })]), {
      params: { items: ["a", "b", "c"] },
      script: ({ context, attempt }) =>
        context.item?.json === '"a"' || attempt > 1 ? completed() : undefined,
    });
    const { signal, stop } = stopSwitch();
    const driving = bench.drive({ stop: signal });
    await Promise.all(["b", "c"].map((item) => bench.dispatcher.held(mapUnitId("m", item))));
    stop("SIGTERM");
    await driving;
    expect(await bench.drive()).toMatchObject({ done: true, executed: [{ units: 3, reusedUnits: 1 }] });
    expect(bench.dispatcher.dispatched).toEqual(
      ["a 1", "b 1", "c 1", "b 2", "c 2"].map((told) => {
        const [item = "", attempt] = told.split(" ");
        return `${mapUnitId("m", item)} ${attempt}`;
      }),
    );
  });
});

describe("a stop", () => {
  test("given before anything starts sends nothing out", async () => {
    const bench = await openBench(planOf([unitStep("u")]));
    expect(await bench.drive({ stop: AbortSignal.abort("SIGINT") })).toMatchObject({ reason: "interrupted" });
    expect(bench.dispatcher.requests).toEqual([]);
  });

  test("between two steps keeps the first and does not begin the second", async () => {
    const { signal, stop } = stopSwitch();
    const bench = await openBench(planOf([unitStep("one"), unitStep("two")]), {
      script: () => {
        stop("SIGINT");
        return completed();
      },
    });
    expect(await bench.drive({ stop: signal })).toMatchObject({
      reason: "interrupted",
      executed: [{ stepId: "one", ok: true }],
    });
    expect((await bench.recorded()).steps.map(({ status }) => status)).toEqual(["completed", "pending"]);
  });

  test("as the last unit completes does not keep the run from being completed", async () => {
    const { signal, stop } = stopSwitch();
    const bench = await openBench(planOf([unitStep("u")]), {
      script: () => {
        stop("timeout");
        return completed();
      },
    });
    const driven = await bench.drive({ stop: signal });
    expect(driven).toMatchObject({ done: true });
    expect(driven).not.toHaveProperty("reason");
  });
});
