import { describe, expect, test } from "vitest";
import { planOf, unitStep } from "../../test/rig/build-plan.ts";
import { RUN_ID } from "../../test/rig/build-records.ts";
import { childPlan, composing } from "../../test/rig/compose-plans.ts";
import { Cut, decorateJournal } from "../../test/rig/decorate-journal.ts";
import { type EngineBench, openBench, type Recorded, stopSwitch } from "../../test/rig/engine-bench.ts";
import { heldElsewhere } from "../../test/rig/held-elsewhere.ts";
import { completed, failed } from "../../test/rig/scripted-dispatcher.ts";
import type { Json } from "../contract/index.ts";
import type { Plan } from "../plan/index.ts";
import type { Journal } from "../ports/index.ts";
import type { RunEvent, RunRecord } from "../run/index.ts";
import { reopenRun } from "./reopen-run.ts";

const exporting = childPlan([unitStep("make")], { outputs: [{ name: "made", from: "steps.make.output" }] });
const approved = childPlan([unitStep("make", { gate: { approve: true, maxLoops: 1 } })]);

async function children(bench: EngineBench, runId = RUN_ID): Promise<RunRecord[]> {
  return (await bench.journal.listRuns({ parentRunId: runId, children: true })).toReversed();
}

async function onlyChild(bench: EngineBench, runId = RUN_ID): Promise<RunRecord> {
  const found = await children(bench, runId);
  expect(found).toHaveLength(1);
  return found[0] as RunRecord;
}

describe("a step that is another workflow", () => {
  // shows: schema-87a, schema-87b, schema-89a, schema-323c
  // shows: engine-73, engine-77, engine-89, engine-102, engine-114, engine-152
  test("hands on what the child's run exports, and the child is a run of its own", async () => {
    const plan = planOf([
      composing("sub", exporting),
      unitStep("after", { inputs: ["steps.sub.output.made"] }),
    ]);
    const bench = await openBench(plan, { script: ({ stepId }) => completed(`out ${stepId}`) });
    expect(await bench.drive()).toMatchObject({ done: true, stepsProcessed: 2 });
    const child = await onlyChild(bench);
    expect(child).toMatchObject({
      status: "completed",
      workflowRef: "project//workflows/child",
      parentRunId: RUN_ID,
      spawnedByUnitId: "sub:solo",
      outputs: { made: "out make" },
    });
    const { steps, attempts } = await bench.recorded();
    expect(steps[0]?.evidence?.output).toEqual({ made: "out make" });
    expect(attempts[0]).toMatchObject({ runner: "child-workflow", status: "completed" });
    expect(bench.dispatcher.requests.at(-1)?.context.inputs).toBe('{"steps.sub.output.made":"out make"}');
    expect(bench.dispatcher.disposals).toBe(1);
  });

  // shows: engine-84
  test("has its attempt on record before the child is published", async () => {
    const bench = await openBench(planOf([composing("sub", exporting)]));
    const before: Recorded[] = [];
    const journal = decorateJournal(bench.journal, {
      createRun: async (newRun, options) => {
        before.push(await bench.recorded());
        return await bench.journal.createRun(newRun, options);
      },
    });
    await bench.drive({}, { journal });
    expect(before).toMatchObject([{ attempts: [{ unitId: "sub:solo", status: "running" }] }]);
  });

  // shows: schema-106b, engine-93, engine-97, engine-133
  test("starts another child when it is gone on with and its input is another", async () => {
    const plan = planOf([
      unitStep("first"),
      composing("sub", exporting, {
        inputBindings: [{ name: "channel", schema: {}, from: "steps.first.output" }],
      }),
    ]);
    const bench = await openBench(plan, {
      script: ({ stepId }) => (stepId === "first" ? completed("stable") : failed()),
    });
    await bench.drive();
    const altered = decorateJournal(bench.journal, {
      async *loadAttempts(id, filter) {
        for await (const attempt of bench.journal.loadAttempts(id, filter))
          yield attempt.unitId === "first:solo" ? { ...attempt, result: "beta" } : attempt;
      },
    });
    for (const journal of [bench.journal, altered]) {
      await reopenRun(RUN_ID, bench);
      await bench.drive({}, { journal });
    }
    expect((await children(bench)).map(({ params }) => params)).toEqual([
      { channel: "stable" },
      { channel: "beta" },
    ]);
    const hashes = (await bench.recorded()).attempts.slice(1).map(({ inputHash }) => inputHash);
    expect(hashes[1]).toBe(hashes[0]);
    expect(hashes[2]).not.toBe(hashes[0]);
  });

  // shows: engine-116, engine-77
  test("is one step of --max-steps, however many the child has", async () => {
    const two = childPlan([unitStep("a"), unitStep("b")]);
    const bench = await openBench(planOf([composing("sub", two), unitStep("after")]));
    expect(await bench.drive({ maxSteps: 1 })).toMatchObject({ stepsProcessed: 1, done: false });
    expect((await onlyChild(bench)).status).toBe("completed");
    expect(bench.dispatcher.dispatched).toEqual(["a:solo 1", "b:solo 1"]);
  });

  // shows: engine-116, engine-99
  test("is tried again by --max-retries, which opens no child", async () => {
    const bench = await openBench(planOf([composing("sub", exporting)]), { script: () => failed() });
    expect(await bench.drive({ maxRetries: 2 })).toMatchObject({ reason: "failed" });
    expect((await bench.recorded()).attempts).toHaveLength(3);
    expect((await onlyChild(bench)).epoch).toBe(0);
    expect(bench.dispatcher.dispatched).toEqual(["make:solo 1"]);
  });

  // shows: schema-323c, engine-150, engine-152
  test("of a child without outputs, hands on its run id and status", async () => {
    const bench = await openBench(planOf([composing("sub", childPlan([unitStep("make")]))]));
    await bench.drive();
    const { runId } = await onlyChild(bench);
    expect((await bench.recorded()).steps[0]?.evidence?.output).toEqual({ runId, status: "completed" });
  });

  // shows: schema-67c
  // shows: engine-91
  test("gives the child the params it is bound to, literals and what earlier steps made", async () => {
    const plan = planOf([
      unitStep("first"),
      composing("sub", exporting, {
        inputBindings: [
          { name: "channel", schema: { type: "string" }, value: "stable" },
          { name: "number", schema: { type: "integer" }, from: "steps.first.output.n" },
        ],
      }),
    ]);
    const bench = await openBench(plan, { script: () => completed({ n: 3 }) });
    await bench.drive();
    expect((await onlyChild(bench)).params).toEqual({ channel: "stable", number: 3 });
  });

  // shows: schema-67c, schema-89d
  // shows: engine-91
  test("fails before anything is published when what an earlier step made is no such param", async () => {
    const plan = planOf([
      unitStep("first"),
      composing("sub", exporting, {
        inputBindings: [{ name: "number", schema: { type: "integer" }, from: "steps.first.output" }],
      }),
    ]);
    const bench = await openBench(plan, { script: () => completed("three") });
    expect(await bench.drive()).toMatchObject({ done: false, reason: "failed" });
    expect(await children(bench)).toEqual([]);
    expect((await bench.recorded()).steps[1]?.notes).toMatch(
      /with\.number \(steps\.first\.output\).*integer/,
    );
  });

  // shows: schema-89b, schema-106a
  // shows: engine-99, engine-102
  test("fails with the child, whose own resume opens it again", async () => {
    let isBroken = true;
    const bench = await openBench(planOf([composing("sub", exporting)]), {
      script: () => (isBroken ? failed("non_zero_exit", "no disk") : completed("ok")),
    });
    expect(await bench.drive()).toMatchObject({ reason: "failed" });
    const { attempts, steps } = await bench.recorded();
    const child = await onlyChild(bench);
    expect(attempts).toMatchObject([{ status: "failed", failureReason: "child_workflow_failed" }]);
    expect(steps[0]?.notes).toMatch(new RegExp(`${child.runId}.*make.*no disk`, "s"));
    expect(steps[0]?.notes).toContain(
      `To go on: akm workflow resume ${child.runId}, then akm workflow resume ${RUN_ID}, then akm workflow run ${RUN_ID}.`,
    );

    isBroken = false;
    await reopenRun(RUN_ID, bench);
    expect(await bench.drive()).toMatchObject({ reason: "failed" });
    expect(bench.dispatcher.requests).toHaveLength(1);

    await reopenRun(child.runId, bench);
    await reopenRun(RUN_ID, bench);
    expect(await bench.drive()).toMatchObject({ done: true });
    expect((await onlyChild(bench)).runId).toBe(child.runId);
  });

  // shows: schema-89c, schema-91a, schema-91b, engine-99, engine-102
  test("is blocked with the child, and names the approval and the three commands that go on", async () => {
    const bench = await openBench(planOf([composing("sub", approved), unitStep("after")]));
    expect(await bench.drive()).toMatchObject({ done: false, reason: "blocked" });
    const { run, steps } = await bench.recorded();
    const child = await onlyChild(bench);
    expect([run.status, child.status]).toEqual(["blocked", "blocked"]);
    const commands = [
      `akm workflow approve ${child.runId} --step make`,
      `akm workflow resume ${child.runId}`,
      `akm workflow resume ${RUN_ID}`,
      `akm workflow run ${RUN_ID}`,
    ];
    const places = commands.map((command) => steps[0]?.notes?.indexOf(command) ?? -1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places[0]).toBeGreaterThanOrEqual(0);

    await reopenRun(RUN_ID, bench);
    expect(await bench.drive()).toMatchObject({ reason: "blocked" });
    expect(bench.dispatcher.requests).toHaveLength(1);
  });

  // shows: schema-87c
  // shows: engine-96, engine-102
  test.each([
    ["SIGINT", "interrupted"],
    ["timeout", "timeout"],
  ] as const)("is stopped by %s with its child, both to go on where they stand", async (cause, reason) => {
    const { signal, stop } = stopSwitch();
    const bench = await openBench(planOf([composing("sub", childPlan([unitStep("a"), unitStep("b")]))]), {
      script: ({ stepId }) => {
        if (stepId === "b" && !signal.aborted) {
          stop(cause);
          return undefined;
        }
        return completed();
      },
    });
    expect(await bench.drive({ stop: signal })).toMatchObject({ done: false, reason });
    expect([(await bench.recorded()).run.status, (await onlyChild(bench)).status]).toEqual([
      "active",
      "active",
    ]);
    expect(await bench.drive()).toMatchObject({ done: true });
    expect(bench.dispatcher.requests.filter(({ stepId }) => stepId === "a")).toHaveLength(1);
    await onlyChild(bench);
  });

  // shows: schema-89e
  // shows: engine-112
  test("fails, to be resumed, while another process drives the child", async () => {
    const { signal, stop } = stopSwitch();
    const bench = await openBench(planOf([composing("sub", exporting)]), {
      script: () => {
        if (signal.aborted) return completed("ok");
        stop("SIGINT");
        return undefined;
      },
    });
    await bench.drive({ stop: signal });
    const child = await onlyChild(bench);
    const held = await bench.runLock.acquire(child.runId, { takeOver: false });
    expect(await bench.drive()).toMatchObject({ reason: "failed" });
    expect((await bench.recorded()).attempts.at(-1)).toMatchObject({ failureReason: "child_workflow_busy" });
    await held.release();
    await reopenRun(RUN_ID, bench);
    expect(await bench.drive()).toMatchObject({ done: true });
  });

  // shows: engine-102, schema-89e
  test("says how a child is taken over that another machine holds, and takes it over with its parent", async () => {
    const { signal, stop } = stopSwitch();
    const bench = await openBench(planOf([composing("sub", childPlan([composing("inner", exporting)]))]), {
      script: () => {
        if (signal.aborted) return completed("ok");
        stop("SIGINT");
        return undefined;
      },
    });
    await bench.drive({ stop: signal });
    const runLock = heldElsewhere(bench.runLock, (runId) => runId !== RUN_ID);
    expect(await bench.drive({}, { runLock })).toMatchObject({ reason: "failed" });
    const error = (await bench.recorded()).attempts.at(-1)?.error;
    expect(error).toContain("If it is gone, use --take-over.");
    expect(await bench.drive({ maxRetries: 1, takeOver: true }, { runLock })).toMatchObject({ done: true });
  });

  // shows: schema-87b
  test("ends the child when its own time is up", async () => {
    const timed = composing("sub", exporting, { timeoutMs: 100 });
    const bench = await openBench(planOf([timed]), { script: () => undefined });
    const driven = bench.drive();
    await bench.dispatcher.held("make:solo");
    bench.clock.advance(100);
    expect(await driven).toMatchObject({ reason: "failed" });
    expect((await bench.recorded()).attempts[0]).toMatchObject({ failureReason: "timeout" });
    expect((await onlyChild(bench)).status).toBe("active");
  });
});

describe("a child of a child", () => {
  const nested = (inner: Plan) =>
    planOf([
      composing(
        "outer",
        childPlan([composing("inner", inner)], { outputs: [{ name: "all", from: "steps.inner.output" }] }),
      ),
    ]);

  // shows: schema-87b
  test("hands its exports up both levels", async () => {
    const bench = await openBench(nested(exporting), { script: () => completed("deep") });
    await bench.drive();
    expect((await bench.recorded()).steps[0]?.evidence?.output).toEqual({ all: { made: "deep" } });
  });

  // shows: schema-97a, schema-97b
  test("blocks every run above it; resumed from the deepest up, the root goes on", async () => {
    let blocks = true;
    const bench = await openBench(nested(exporting), {
      script: () => (blocks ? failed("child_workflow_blocked", "a person is asked") : completed("deep")),
    });
    expect(await bench.drive()).toMatchObject({ reason: "blocked" });
    const outer = await onlyChild(bench);
    const inner = await onlyChild(bench, outer.runId);
    expect([outer.status, inner.status]).toEqual(["blocked", "blocked"]);
    blocks = false;
    await reopenRun(RUN_ID, bench);
    expect(await bench.drive()).toMatchObject({ reason: "blocked" });
    for (const runId of [inner.runId, outer.runId, RUN_ID]) await reopenRun(runId, bench);
    expect(await bench.drive()).toMatchObject({ done: true });
  });
});

/** Ends the engine at its `cutAt`-th write of any kind, publishing a child among them. */
function cutEverything(journal: Journal, cutAt: number, when: "before" | "after"): Journal {
  let call = 0;
  const cut = async <Result>(write: () => Promise<Result>): Promise<Result> => {
    call += 1;
    if (call > cutAt || (call === cutAt && when === "before")) throw new Cut("The engine is dead.");
    const result = await write();
    if (call === cutAt) throw new Cut("The engine died after this write.");
    return result;
  };
  return decorateJournal(journal, {
    createRun: (newRun, options) => cut(() => journal.createRun(newRun, options)),
    record: (entries) => cut(() => journal.record(entries)),
  });
}

describe("an engine that dies at any write of a run with children", () => {
  const plan = () =>
    planOf([
      composing(
        "one",
        childPlan([unitStep("a"), unitStep("b")], { outputs: [{ name: "made", from: "steps.b.output" }] }),
      ),
      composing("two", exporting),
    ]);
  const outputs: Json = [{ made: "b" }, { made: "make" }];

  async function finished(cutAt: number, when: "before" | "after"): Promise<boolean> {
    const bench = await openBench(plan(), { script: ({ stepId }) => completed(stepId) });
    let died = false;
    try {
      await bench.drive({}, { journal: cutEverything(bench.journal, cutAt, when) });
    } catch (error) {
      if (!(error instanceof Cut)) throw error;
      died = true;
    }
    expect(await bench.drive()).toMatchObject({ done: true });
    expect((await bench.recorded()).steps.map(({ evidence }) => evidence?.output)).toEqual(outputs);
    const found = await children(bench);
    expect(found.map(({ workflowRef, status }) => [workflowRef, status])).toEqual([
      ["project//workflows/child", "completed"],
      ["project//workflows/child", "completed"],
    ]);
    for (const { runId } of found) await expectOnce(bench, runId);
    return died;
  }

  async function expectOnce({ journal }: EngineBench, runId: string): Promise<void> {
    const events: RunEvent[] = await journal.loadEvents({ runId });
    expect(events.filter(({ type }) => type === "workflow_started")).toHaveLength(1);
    const completions = events.filter(
      ({ type, status }) => type === "unit_finished" && status === "completed",
    );
    const units = completions.map(({ unitId }) => unitId);
    expect(units).toEqual([...new Set(units)]);
  }

  // shows: schema-87a, schema-106a
  // shows: engine-84, engine-93, engine-96, engine-113
  test.each(["before", "after"] as const)(
    "%s it is durable: no second child, no unit completed twice",
    async (when) => {
      let cutAt = 1;
      while (await finished(cutAt, when)) cutAt += 1;
      expect(cutAt).toBeGreaterThan(15);
    },
  );
});
