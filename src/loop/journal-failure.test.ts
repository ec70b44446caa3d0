import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { mapStep, planOf, unitStep } from "../../test/rig/build-plan.ts";
import { mapUnitId, RUN_ID } from "../../test/rig/build-records.ts";
import { decorateJournal, refusingJournal } from "../../test/rig/decorate-journal.ts";
import { openBench } from "../../test/rig/engine-bench.ts";
import { completed } from "../../test/rig/scripted-dispatcher.ts";
import { AkmError } from "../errors/index.ts";

const items = ["a", "b", "c"];
const [a, b] = ["a", "b"].map((item) => mapUnitId("m", item)) as [string, string];
const contended = new AkmError("STATE_DB_CONTENDED", "The state database stayed busy.");

/** Calls of a map that is two wide: 1 the step, 2 and 3 the first two attempts, 4 the end of the first, 5 the third attempt. */
describe("a journal that fails in the middle", () => {
  test.each<[what: string, call: number]>([
    ["the end of an attempt", 4],
    ["the start of an attempt", 5],
  ])("at %s ends what is out, starts nothing new and surfaces", async (_what, refused) => {
    const bench = await openBench(planOf([mapStep("m", { concurrency: 2 })]), {
      params: { items },
      script: ({ unitId }) => (unitId === b ? undefined : completed()),
    });
    const journal = refusingJournal(bench.journal, (call) => call === refused, contended);
    await expect(bench.drive({}, { journal })).rejects.toBe(contended);
    expect(bench.dispatcher.dispatched.slice(0, 2)).toEqual([`${a} 1`, `${b} 1`]);
    expect(bench.dispatcher.out).toBe(0);
    const { run, attempts } = await bench.recorded();
    expect(run.status).toBe("active");
    expect(attempts.find(({ unitId }) => unitId === b)).toMatchObject({
      status: "failed",
      failureReason: "aborted",
    });
    expect(await bench.lockHolder(RUN_ID)).toBeUndefined();
  });

  test("at the start of an attempt never hands that attempt out", async () => {
    const bench = await openBench(planOf([unitStep("u")]));
    const journal = refusingJournal(bench.journal, (call) => call === 2, contended);
    await expect(bench.drive({}, { journal })).rejects.toBe(contended);
    expect(bench.dispatcher.requests).toEqual([]);
  });

  test("leaves a run that a later engine completes", async () => {
    for (let refused = 1; refused <= 8; refused += 1) {
      const bench = await openBench(planOf([mapStep("m", { concurrency: 2 })]), { params: { items } });
      const journal = refusingJournal(bench.journal, (call) => call === refused, contended);
      await expect(bench.drive({}, { journal })).rejects.toBe(contended);
      expect(await bench.drive()).toMatchObject({ done: true });
    }
  });

  test("lets the lock go only when no write is under way any more", async () => {
    const bench = await openBench(planOf([mapStep("m", { concurrency: 2 })]), { params: { items } });
    let holderAtLastWrite: unknown;
    const journal = decorateJournal(bench.journal, {
      async record(entries) {
        const [entry] = entries;
        if (entry?.type === "attempt-started" && entry.attempt.itemIndex === 2) throw contended;
        if (entry?.type === "attempt-finished") {
          for (let turns = 0; turns < 20; turns += 1) await turn();
          holderAtLastWrite = await bench.lockHolder(RUN_ID);
        }
        return bench.journal.record(entries);
      },
    });
    await expect(bench.drive({}, { journal })).rejects.toBe(contended);
    expect(holderAtLastWrite).toMatchObject({ pid: process.pid });
  });
});

test("a journal that fails at a step's end surfaces", async () => {
  const bench = await openBench(planOf([unitStep("u")]));
  const journal = refusingJournal(bench.journal, (call) => call === 4, contended);
  await expect(bench.drive({}, { journal })).rejects.toBe(contended);
  expect(await bench.drive()).toMatchObject({ done: true, executed: [{ units: 1, reusedUnits: 1 }] });
  expect(bench.dispatcher.requests).toHaveLength(1);
});
