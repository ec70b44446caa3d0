import { describe, expect, test } from "vitest";
import { planOf, unitStep } from "../../test/rig/build-plan.ts";
import { RUN_ID } from "../../test/rig/build-records.ts";
import { childPlan, composing } from "../../test/rig/compose-plans.ts";
import { Cut, cutJournal } from "../../test/rig/decorate-journal.ts";
import { type EngineBench, openBench } from "../../test/rig/engine-bench.ts";
import { heldElsewhere } from "../../test/rig/held-elsewhere.ts";
import type { PlanUnit } from "../plan/index.ts";
import type { RunRecord } from "../run/index.ts";
import { abandonRun } from "./abandon-run.ts";

const gated = childPlan([unitStep("make", { gate: { approve: true, maxLoops: 1 } })]);

/** A run, its child and the child of that. */
function nested(outer: Partial<PlanUnit> = {}, deepest = gated) {
  return planOf([composing("outer", childPlan([composing("inner", deepest)]), outer)]);
}

/** The run and those below it, from the top. */
async function lineOf({ journal }: EngineBench): Promise<RunRecord[]> {
  const line: RunRecord[] = [];
  let run = await journal.loadRun(RUN_ID);
  while (run !== undefined) {
    line.push(run);
    [run] = await journal.listRuns({ parentRunId: run.runId, children: true });
  }
  return line;
}

async function statusesOf(bench: EngineBench): Promise<string[]> {
  return (await lineOf(bench)).map(({ status }) => status);
}

/** Its own time is up while a unit two runs below it is out: it has failed, and they can go on. */
async function timedOut(): Promise<EngineBench> {
  const bench = await openBench(nested({ timeoutMs: 100 }, childPlan([unitStep("make")])), {
    script: () => undefined,
  });
  const driven = bench.drive();
  await bench.dispatcher.held("make:solo");
  bench.clock.advance(100);
  await driven;
  return bench;
}

describe("abandoning a run with runs below it", () => {
  test("gives up all that is unfinished of them", async () => {
    const bench = await openBench(nested());
    await bench.drive();
    expect(await statusesOf(bench)).toEqual(["blocked", "blocked", "blocked"]);
    expect(await abandonRun(RUN_ID, bench)).toMatchObject({ status: "failed" });
    expect(await statusesOf(bench)).toEqual(["failed", "failed", "failed"]);
  });

  test("that has failed itself gives them up and is left as it was", async () => {
    const bench = await timedOut();
    expect(await statusesOf(bench)).toEqual(["failed", "active", "active"]);
    const before = await bench.recorded();
    expect(await abandonRun(RUN_ID, bench)).toEqual(before.run);
    expect(await bench.recorded()).toEqual(before);
    expect(await statusesOf(bench)).toEqual(["failed", "failed", "failed"]);
  });

  test.each(["before", "after"] as const)(
    "can be done once more when it was cut, %s whichever write",
    async (when) => {
      for (let cutAt = 1; cutAt <= 3; cutAt += 1) {
        const bench = await openBench(nested());
        await bench.drive();
        const journal = cutJournal(bench.journal, cutAt, when);
        await expect(abandonRun(RUN_ID, { ...bench, journal })).rejects.toThrow(Cut);
        await abandonRun(RUN_ID, bench);
        expect(await statusesOf(bench), `cut ${when} write ${cutAt}`).toEqual(["failed", "failed", "failed"]);
      }
    },
  );

  test("leaves to go on what is driven on its own, and says so", async () => {
    const bench = await openBench(nested());
    await bench.drive();
    const deepest = (await lineOf(bench)).at(-1)?.runId ?? "";
    const driven = await bench.runLock.acquire(deepest, { takeOver: false });
    await abandonRun(RUN_ID, bench);
    expect(await statusesOf(bench)).toEqual(["failed", "failed", "blocked"]);
    expect(bench.warnings).toEqual([expect.stringContaining(`The child run ${deepest} goes on`)]);
    await driven.release();
    await abandonRun(RUN_ID, bench);
    expect(await statusesOf(bench)).toEqual(["failed", "failed", "failed"]);
  });

  test.each([
    [true, ["failed", "failed", "failed"]],
    [false, ["failed", "blocked", "blocked"]],
  ])("takes over those that another machine holds when told so: %s", async (takeOver, statuses) => {
    const bench = await openBench(nested());
    await bench.drive();
    const runLock = heldElsewhere(bench.runLock, (runId) => runId !== RUN_ID);
    await abandonRun(RUN_ID, { ...bench, runLock }, { takeOver });
    expect(await statusesOf(bench)).toEqual(statuses);
  });
});

test("a run whose stored plan cannot be decoded is given up together with what is below it", async () => {
  const bench = await timedOut();
  const journal = {
    ...cutJournal(bench.journal, Number.POSITIVE_INFINITY, "before"),
    loadPlanJson: async () => "{",
  };
  await expect(bench.drive({}, { journal })).rejects.toMatchObject({ code: "WORKFLOW_PLAN_UNDECODABLE" });
  expect(await statusesOf(bench)).toEqual(["failed", "failed", "failed"]);
});
