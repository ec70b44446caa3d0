import { describe, expect, test } from "vitest";
import { planOf, unitStep } from "../../test/rig/build-plan.ts";
import { RUN_ID } from "../../test/rig/build-records.ts";
import { Cut, cutJournal } from "../../test/rig/decorate-journal.ts";
import { type EngineBench, openBench } from "../../test/rig/engine-bench.ts";
import { completed, failed } from "../../test/rig/scripted-dispatcher.ts";
import { abandonRun } from "./abandon-run.ts";
import { reopenRun } from "./reopen-run.ts";

const HOUR_MS = 3_600_000;

/** Every pair of begin and end that the journal holds of the run, and the order of its events. */
async function expectNothingBackwards(bench: EngineBench): Promise<void> {
  const { run, steps, attempts, events } = await bench.recorded();
  const instants = events.map(({ at }) => at);
  expect(instants).toEqual(instants.toSorted());
  expect(run.updatedAt >= run.createdAt).toBe(true);
  for (const { startedAt = "", completedAt = startedAt } of steps)
    expect(completedAt >= startedAt).toBe(true);
  for (const { startedAt, finishedAt = startedAt } of attempts) expect(finishedAt >= startedAt).toBe(true);
}

describe("a wall clock that is set back", () => {
  test("while a unit runs ends nothing before it began", async () => {
    const bench = await openBench(planOf([unitStep("a"), unitStep("b")]), {
      script: () => {
        bench.clock.setBack(HOUR_MS);
        return completed();
      },
    });
    await bench.drive();
    await expectNothingBackwards(bench);
  });

  test.each([
    ["goes on with it", (bench: EngineBench) => bench.drive()],
    ["gives it up", (bench: EngineBench) => abandonRun(RUN_ID, bench)],
  ])("after an engine died holds for whoever %s", async (_, next) => {
    const bench = await openBench(planOf([unitStep("a"), unitStep("b")]));
    bench.clock.advance(HOUR_MS);
    await expect(bench.drive({}, { journal: cutJournal(bench.journal, 4, "after") })).rejects.toThrow(Cut);
    bench.clock.setBack(2 * HOUR_MS);
    await next(bench);
    await expectNothingBackwards(bench);
  });

  test("between a failure and its reopening holds too", async () => {
    const bench = await openBench(planOf([unitStep("a")]), { script: () => failed() });
    bench.clock.advance(HOUR_MS);
    await bench.drive();
    bench.clock.setBack(2 * HOUR_MS);
    await reopenRun(RUN_ID, bench);
    await expectNothingBackwards(bench);
  });
});
