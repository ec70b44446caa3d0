import { describe, expect, test } from "vitest";
import { planOf, unitStep } from "../../test/rig/build-plan.ts";
import { RUN_ID } from "../../test/rig/build-records.ts";
import { childPlan, composing } from "../../test/rig/compose-plans.ts";
import { Cut, cutJournal } from "../../test/rig/decorate-journal.ts";
import { type EngineBench, openBench } from "../../test/rig/engine-bench.ts";
import { heldElsewhere } from "../../test/rig/held-elsewhere.ts";
import { failed } from "../../test/rig/scripted-dispatcher.ts";
import { abandonRun } from "./abandon-run.ts";
import { answerGate } from "./answer-gate.ts";
import { driveRun } from "./drive-run.ts";
import type { EngineParts } from "./engine.ts";
import { reopenRun } from "./reopen-run.ts";

const gated = childPlan([unitStep("make", { gate: { approve: true, maxLoops: 1 } })]);
const plan = planOf([composing("outer", childPlan([composing("inner", gated)]))]);

/** A run, its child and the child of that have come to a standstill; their ids from the top. */
async function standingStill(bench: EngineBench): Promise<[string, string, string]> {
  await bench.drive();
  const ids = [RUN_ID];
  for (let id: string | undefined = RUN_ID; id !== undefined; ) {
    id = (await bench.journal.listRuns({ parentRunId: id, children: true }))[0]?.runId;
    if (id !== undefined) ids.push(id);
  }
  return ids as [string, string, string];
}

async function statuses({ journal }: EngineBench, ids: readonly string[]): Promise<(string | undefined)[]> {
  return await Promise.all(ids.map(async (runId) => (await journal.loadRun(runId))?.status));
}

/** The bench as the parts of an engine of its own. */
function partsOf(bench: EngineBench): EngineParts {
  return { ...bench, hostConcurrency: 1 };
}

type Opens = (runId: string, parts: EngineParts) => Promise<unknown>;

const OPENS: [string, Opens][] = [
  ["approving", (runId, parts) => answerGate(runId, { complete: true, by: "ada", note: "" }, parts)],
  ["reopening", (runId, parts) => reopenRun(runId, parts)],
];

describe.each(OPENS)("%s a run that holds up others", (_, open) => {
  test("opens them as well, and driving the first goes on", async () => {
    const bench = await openBench(plan);
    const ids = await standingStill(bench);
    await open(ids[2], partsOf(bench));
    expect(await statuses(bench, ids)).toEqual(["active", "active", "active"]);
    const { done } = await bench.drive();
    expect(done).toBe(open === OPENS[0]?.[1]);
  });

  test.each(["before", "after"] as const)(
    "can be done once more when it was cut, %s whichever write but its last",
    async (when) => {
      for (let cutAt = 1; cutAt <= (when === "before" ? 3 : 2); cutAt += 1) {
        const bench = await openBench(plan);
        const ids = await standingStill(bench);
        const journal = cutJournal(bench.journal, cutAt, when);
        await expect(open(ids[2], { ...partsOf(bench), journal })).rejects.toThrow(Cut);
        await open(ids[2], partsOf(bench));
        expect(await statuses(bench, ids), `cut at ${cutAt}`).toEqual(["active", "active", "active"]);
      }
    },
  );

  test("is refused while somebody holds one of them, and leaves the rest closed", async () => {
    const bench = await openBench(plan);
    const ids = await standingStill(bench);
    const held = await bench.runLock.acquire(ids[0], { takeOver: false });
    await expect(open(ids[2], partsOf(bench))).rejects.toMatchObject({ code: "RUN_LEASE_HELD" });
    expect(await statuses(bench, ids)).toEqual(["blocked", "blocked", "blocked"]);
    await held.release();
  });
});

describe("reopening a child", () => {
  test("takes over the runs above when told so", async () => {
    const bench = await openBench(plan);
    const ids = await standingStill(bench);
    const runLock = heldElsewhere(bench.runLock, () => true);
    await reopenRun(ids[2], { ...bench, runLock }, { takeOver: true });
    expect(await statuses(bench, ids)).toEqual(["active", "active", "active"]);
  });

  test("by --max-retries as it is run on its own opens them too; those are gone on with, it being completed", async () => {
    let isBroken = true;
    const bench = await openBench(planOf([composing("outer", childPlan([unitStep("make")]))]), {
      script: () => (isBroken ? failed() : { status: "completed" }),
    });
    const ids = await standingStill(bench);
    isBroken = false;
    const stop = new AbortController().signal;
    expect(await driveRun(ids[1], partsOf(bench), { stop, maxRetries: 1 })).toMatchObject({ done: true });
    expect(await statuses(bench, ids)).toEqual(["active", "completed"]);
    await expect(reopenRun(ids[1], bench)).rejects.toMatchObject({
      code: "RUN_NOT_RESUMABLE",
      hint: `Go on with: akm workflow run ${ids[0]}`,
    });
    expect(await bench.drive()).toMatchObject({ done: true });
  });

  test("opens nothing below it, and what is above with it", async () => {
    const bench = await openBench(plan);
    const ids = await standingStill(bench);
    await reopenRun(ids[1], bench);
    expect(await statuses(bench, ids)).toEqual(["active", "active", "blocked"]);
    expect(await bench.drive()).toMatchObject({ reason: "blocked" });
  });

  test("leaves closed what was given up", async () => {
    const bench = await openBench(plan);
    const ids = await standingStill(bench);
    await abandonRun(ids[0], bench);
    await reopenRun(ids[2], bench);
    expect(await statuses(bench, ids)).toEqual(["failed", "failed", "active"]);
  });

  test("leaves as it is a run that has gone past it", async () => {
    const carriesOn = planOf([composing("sub", gated, { onError: "continue" }), unitStep("after")]);
    const bench = await openBench(carriesOn, {
      script: ({ stepId }) => (stepId === "after" ? failed() : undefined) ?? { status: "completed" },
    });
    await bench.drive();
    const [child] = await bench.journal.listRuns({ parentRunId: RUN_ID, children: true });
    await reopenRun(child?.runId ?? "", bench);
    expect(await statuses(bench, [RUN_ID, child?.runId ?? ""])).toEqual(["failed", "active"]);
  });
});
