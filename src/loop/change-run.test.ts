import { describe, expect, test } from "vitest";
import { mapStep, planOf, unitStep } from "../../test/rig/build-plan.ts";
import { mapUnitId, RUN_ID } from "../../test/rig/build-records.ts";
import { Cut, cutJournal } from "../../test/rig/decorate-journal.ts";
import { openBench } from "../../test/rig/engine-bench.ts";
import { completed, failed } from "../../test/rig/scripted-dispatcher.ts";
import { abandonRun } from "./abandon-run.ts";
import { reopenRun } from "./reopen-run.ts";

const plan = planOf([unitStep("u")]);

describe("abandoning a run", () => {
  test("whose engine died ends it and leaves nothing of it looking alive", async () => {
    const bench = await openBench(planOf([mapStep("m")]), { params: { items: ["a", "b"] } });
    await expect(bench.drive({}, { journal: cutJournal(bench.journal, 4, "after") })).rejects.toThrow(Cut);
    expect(await abandonRun(RUN_ID, bench)).toMatchObject({ status: "failed" });
    expect(bench.dispatcher.reaped.map(({ unitId }) => unitId)).toEqual([mapUnitId("m", "b")]);
    const { steps, attempts, events } = await bench.recorded();
    expect(steps[0]).toMatchObject({ status: "failed", notes: "Abandoned by akm workflow abandon." });
    expect(attempts.map(({ status }) => status)).toEqual(["completed", "interrupted"]);
    expect(events.at(-1)?.type).toBe("workflow_abandoned");
  });

  test("that has failed changes nothing", async () => {
    const bench = await openBench(plan, { script: () => failed() });
    await bench.drive();
    const before = await bench.recorded();
    expect(await abandonRun(RUN_ID, bench)).toEqual(before.run);
    expect(await bench.recorded()).toEqual(before);
  });

  test("that is completed is refused", async () => {
    const bench = await openBench(plan);
    await bench.drive();
    await expect(abandonRun(RUN_ID, bench)).rejects.toMatchObject({ code: "RUN_NOT_RESUMABLE" });
  });
});

describe("reopening a run", () => {
  test("that failed makes it active and its failed step pending, and runs nothing", async () => {
    const bench = await openBench(planOf([unitStep("a"), unitStep("b")]), {
      script: ({ stepId, attempt }) => (stepId === "b" && attempt === 1 ? failed() : completed()),
    });
    await bench.drive();
    expect(await reopenRun(RUN_ID, bench)).toMatchObject({ status: "active", currentStepId: "b", epoch: 1 });
    expect(bench.dispatcher.requests).toHaveLength(2);
    expect((await bench.recorded()).steps.map(({ status }) => status)).toEqual(["completed", "pending"]);
    expect(await bench.drive()).toMatchObject({ done: true, stepsProcessed: 1 });
  });

  test("that was abandoned lets it go on where it was", async () => {
    const bench = await openBench(plan);
    await expect(bench.drive({}, { journal: cutJournal(bench.journal, 2, "after") })).rejects.toThrow(Cut);
    await abandonRun(RUN_ID, bench);
    await reopenRun(RUN_ID, bench);
    expect(await bench.drive()).toMatchObject({ done: true });
  });

  test("that is active changes nothing", async () => {
    const bench = await openBench(plan);
    const before = await bench.recorded();
    expect(await reopenRun(RUN_ID, bench)).toEqual(before.run);
    expect(await bench.recorded()).toEqual(before);
  });

  test("that is completed is refused, naming how to start anew", async () => {
    const bench = await openBench(plan);
    await bench.drive();
    await expect(reopenRun(RUN_ID, bench)).rejects.toMatchObject({
      code: "RUN_NOT_RESUMABLE",
      hint: "Start a new run: akm workflow run project//workflows/demo --new",
    });
  });
});

describe.each([
  ["abandoning", abandonRun],
  ["reopening", reopenRun],
])("%s", (_what, change) => {
  // shows: loop-71
  test("a run that is being driven is refused", async () => {
    const bench = await openBench(plan, { script: () => undefined });
    const driving = bench.drive();
    const held = await bench.dispatcher.held("u:solo");
    await expect(change(RUN_ID, bench)).rejects.toMatchObject({ code: "RUN_LEASE_HELD" });
    held.finish(completed());
    expect((await driving).done).toBe(true);
  });

  test.each([true, false])("takes the run over from another machine when told so: %s", async (takeOver) => {
    const bench = await openBench(plan);
    const asked: { takeOver: boolean }[] = [];
    const runLock = {
      acquire: (runId: string, options: { takeOver: boolean }) => {
        asked.push(options);
        return bench.runLock.acquire(runId, options);
      },
    };
    await change(RUN_ID, { ...bench, runLock }, { takeOver });
    expect(asked).toEqual([{ takeOver }]);
  });

  test("a run that does not exist is refused", async () => {
    const bench = await openBench(plan);
    await expect(change("no-such-run", bench)).rejects.toMatchObject({ code: "RUN_NOT_FOUND" });
    expect(await bench.lockHolder("no-such-run")).toBeUndefined();
  });
});
