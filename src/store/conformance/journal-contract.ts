import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Json } from "../../contract/index.ts";
import type { AttemptFilter, Journal } from "../../ports/index.ts";
import { type AttemptRecord, applyEntry, type JournalEntry, type RunState } from "../../run/index.ts";
import { attemptStart, instant, keyOf, newRun } from "./samples.ts";

/** A fresh, empty journal; `close` also removes what it stood on. */
export interface OpenedJournal {
  journal: Journal;
  close(): Promise<void>;
}

/** What every implementation of {@link Journal} must do, registered as tests of the one that `open` makes. */
export function describeJournalContract(name: string, open: () => Promise<OpenedJournal>): void {
  describe(`the journal contract on ${name}`, () => {
    let opened: OpenedJournal;
    let journal: Journal;
    beforeEach(async () => {
      opened = await open();
      journal = opened.journal;
    });
    afterEach(() => opened.close());

    const create = async (...runIds: string[]) => {
      for (const runId of runIds) await journal.createRun(newRun(runId), { alsoIfActive: true });
    };
    const attempts = async (runId: string, stepId?: string): Promise<AttemptRecord[]> => {
      const all: AttemptRecord[] = [];
      for await (const attempt of journal.loadAttempts(runId, stepId)) all.push(attempt);
      return all;
    };

    describe("creating a run", () => {
      test("publishes an active run that stands at its first step, with its spine and its plan", async () => {
        const { run, created, event } = await journal.createRun(newRun("run-1"), { alsoIfActive: false });
        expect(created).toBe(true);
        expect(run).toEqual({
          ...newRun("run-1").run,
          status: "active",
          currentStepId: "build",
          epoch: 0,
          updatedAt: instant(0),
        });
        expect(event).toMatchObject({ type: "workflow_started", runId: "run-1", at: instant(0) });
        expect(await journal.loadRun("run-1")).toEqual(run);
        expect(await journal.loadPlanJson("run-1")).toBe('{"irVersion":6}');
        expect(await journal.loadSteps("run-1")).toEqual([
          { stepId: "build", sequenceIndex: 0, kind: "unit", status: "pending", loop: 1, firstLoop: 1 },
          { stepId: "test", sequenceIndex: 1, kind: "map", status: "pending", loop: 1, firstLoop: 1 },
          { stepId: "choose", sequenceIndex: 2, kind: "route", status: "pending", loop: 1, firstLoop: 1 },
        ]);
      });

      test("returns the newest active run of the ref in the scope and writes nothing", async () => {
        await journal.createRun(newRun("older"), { alsoIfActive: true });
        await journal.createRun(newRun("newer", { createdAt: instant(5) }), { alsoIfActive: true });
        const again = await journal.createRun(newRun("third"), { alsoIfActive: false });
        expect(again).toMatchObject({ created: false, run: { runId: "newer" } });
        expect(again.event).toBeUndefined();
        expect(await journal.loadRun("third")).toBeUndefined();
      });

      test("makes one run of two starts at once", async () => {
        const both = await Promise.all(
          ["one", "two"].map((id) => journal.createRun(newRun(id), { alsoIfActive: false })),
        );
        expect(both.map(({ created }) => created).sort()).toEqual([false, true]);
        expect(new Set(both.map(({ run }) => run.runId)).size).toBe(1);
      });

      test.each([
        ["another ref", { workflowRef: "project//workflows/other" }],
        ["another scope", { scopeKey: "/elsewhere" }],
        ["another file of that ref", { sourcePath: "/project/nested/workflows/ship.md" }],
        ["a parent", { parentRunId: "one", spawnedByUnitId: "build:solo" }],
      ])("makes a second run beside an active one for %s", async (_, difference) => {
        await create("one");
        const second = await journal.createRun(newRun("two", difference), { alsoIfActive: false });
        expect(second.created).toBe(true);
        expect(await journal.loadRun("two")).toMatchObject(difference);
      });

      test.each(["completed", "failed", "blocked"] as const)(
        "ignores a %s run of the ref",
        async (status) => {
          await create("one");
          await journal.record([
            { type: "run-finished", runId: "one", at: instant(1), status, currentStepId: null },
          ]);
          expect(await journal.createRun(newRun("two"), { alsoIfActive: false })).toMatchObject({
            created: true,
          });
        },
      );

      test("finds the child that has the id again, whatever became of it, and writes nothing", async () => {
        const child = newRun("child", { parentRunId: "one", spawnedByUnitId: "build:solo" });
        await journal.createRun(child, { alsoIfActive: true });
        await journal.record([
          { type: "run-finished", runId: "child", at: instant(1), status: "blocked", currentStepId: "build" },
        ]);
        const again = await journal.createRun(child, { alsoIfActive: true });
        expect(again).toMatchObject({ created: false, run: { runId: "child", status: "blocked" } });
        expect(await journal.loadEvents({ runId: "child", type: "workflow_started" })).toHaveLength(1);
      });

      test("asks its guard right before publishing, and writes nothing when that throws", async () => {
        const guard = () => {
          throw new Error("The source changed.");
        };
        const refused = journal.createRun(newRun("one"), { alsoIfActive: false, guard });
        await expect(refused).rejects.toThrow("The source changed.");
        expect(await journal.loadRun("one")).toBeUndefined();
        await create("one");
        expect(await journal.createRun(newRun("two"), { alsoIfActive: false, guard })).toMatchObject({
          created: false,
        });
      });

      test("refuses a run id that is taken and leaves the first run as it was", async () => {
        await create("one");
        const before = await journal.loadRun("one");
        const again = journal.createRun(newRun("one", { workflowTitle: "Else" }), { alsoIfActive: true });
        await expect(again).rejects.toMatchObject({ code: "INTERNAL" });
        expect(await journal.loadRun("one")).toEqual(before);
      });
    });

    describe("recording entries", () => {
      test("keeps the run and its steps as the pure fold of the same entries says", async () => {
        const { run } = await journal.createRun(newRun("run-1"), { alsoIfActive: false });
        let state = { run, steps: await journal.loadSteps("run-1") } as RunState;
        for (const entry of LIFE_OF_A_RUN) {
          await journal.record([entry]);
          state = applyEntry(state, entry);
          expect(await journal.loadRun("run-1")).toEqual(state.run);
          const steps = await journal.loadSteps("run-1");
          expect(withoutEvidence(steps)).toEqual(withoutEvidence(state.steps));
          expect(await journal.loadSteps("run-1", { evidence: false })).toEqual(
            steps.map(({ evidence: _, ...step }) => step),
          );
        }
      });

      test("resolves with the events, whose ids grow and which the log then holds", async () => {
        await create("run-1");
        const { startedAt, ...rest } = attemptStart("run-1");
        const attempt = { ...rest, startedAt };
        const events = await journal.record([
          { type: "step-started", runId: "run-1", at: instant(1), stepId: "build", loop: 1, unitCount: 1 },
          { type: "attempt-started", attempt },
          { type: "attempt-process", key: keyOf(attempt), process: { pid: 7 } },
          {
            type: "attempt-finished",
            key: keyOf(attempt),
            stepId: "build",
            at: instant(12),
            outcome: { status: "failed", failureReason: "timeout", error: "too slow" },
          },
        ]);
        expect(events.map(({ type }) => type)).toEqual(["step_started", "unit_started", "unit_finished"]);
        expect(events[2]).toMatchObject({ status: "failed", failureReason: "timeout", attempt: 1 });
        const ids = events.map(({ id }) => id);
        expect(ids).toEqual([...ids].sort((left, right) => left - right));
        expect((await journal.loadEvents({ runId: "run-1" })).slice(1)).toEqual(events);
      });

      test("takes all entries of a call or none", async () => {
        await create("run-1");
        const refused = journal.record([
          { type: "attempt-started", attempt: attemptStart("run-1") },
          { type: "step-reset", runId: "run-1", at: instant(1), stepId: "no-such-step" },
        ]);
        await expect(refused).rejects.toMatchObject({ code: "INTERNAL" });
        expect(await attempts("run-1")).toEqual([]);
        expect(await journal.loadEvents({ runId: "run-1" })).toHaveLength(1);
      });

      test("lets the other calls of the turn stand when one is refused", async () => {
        await create("run-1");
        const start = (unitId: string): JournalEntry => ({
          type: "attempt-started",
          attempt: attemptStart("run-1", { unitId }),
        });
        const outcomes = await Promise.allSettled([
          journal.record([start("build:a")]),
          journal.record([start("build:b"), start("build:a")]),
          journal.record([start("build:c")]),
        ]);
        expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
        expect((await attempts("run-1")).map(({ unitId }) => unitId)).toEqual(["build:a", "build:c"]);
        expect(await journal.loadEvents({ type: "unit_started" })).toHaveLength(2);
      });

      test("records in the order of the calls", async () => {
        await create("run-1");
        const units = Array.from({ length: 20 }, (_, index) => `build:${index}`);
        await Promise.all(
          units.map((unitId) =>
            journal.record([{ type: "attempt-started", attempt: attemptStart("run-1", { unitId }) }]),
          ),
        );
        expect((await attempts("run-1")).map(({ unitId }) => unitId)).toEqual(units);
      });

      test("gives the newest events, oldest first, where they are asked for", async () => {
        await create("run-1", "run-2", "run-3");
        const newest = await journal.loadEvents({ newest: true, limit: 2 });
        expect(newest.map(({ runId }) => runId)).toEqual(["run-2", "run-3"]);
      });

      test("takes an empty call", async () => {
        expect(await journal.record([])).toEqual([]);
      });

      test.each(ENTRIES_WITHOUT_A_ROW)("refuses $type for a row that is not there", async (entry) => {
        await create("run-1");
        await expect(journal.record([entry])).rejects.toMatchObject({ code: "INTERNAL" });
      });
    });

    describe("attempts", () => {
      test("gives a row back whole, and without the keys that were not given", async () => {
        await create("run-1");
        const attempt = attemptStart("run-1", {
          engine: "opus",
          model: "opus-1",
          itemIndex: 0,
          worktreePath: "/tmp/tree",
        });
        const process = { pid: 41, startToken: "812", bootId: "boot" };
        await journal.record([
          { type: "attempt-started", attempt },
          { type: "attempt-process", key: keyOf(attempt), process },
        ]);
        expect(await attempts("run-1")).toEqual([{ ...attempt, status: "running", process }]);
      });

      test.each<[string, Json]>([
        ["null", null],
        ["false", false],
        ["an empty text", ""],
        ["zero", 0],
        ["NUL and half a surrogate pair", "a\u0000b\ud800"],
        ["a key like a prototype", JSON.parse('{"__proto__":{"a":1}}') as Json],
        ["eight MiB", "x".repeat(8 * 1024 * 1024)],
      ])("keeps a result of %s whole", async (_, result) => {
        await create("run-1");
        const attempt = attemptStart("run-1");
        await journal.record([{ type: "attempt-started", attempt }]);
        const outcome = {
          status: "completed",
          result,
          inputTokens: 3,
          outputTokens: 4,
          costUsd: 0.25,
          sessionId: "session-1",
          transcriptPath: "/home/ada/transcript.jsonl",
        } as const;
        await journal.record([
          { type: "attempt-finished", key: keyOf(attempt), stepId: "build", at: instant(12), outcome },
        ]);
        const [row] = await attempts("run-1");
        expect(JSON.stringify(row?.result)).toBe(JSON.stringify(result));
        expect(row).toMatchObject({
          inputTokens: 3,
          outputTokens: 4,
          costUsd: 0.25,
          sessionId: "session-1",
          transcriptPath: "/home/ada/transcript.jsonl",
          finishedAt: instant(12),
        });
      });

      test("tells no result from a null one", async () => {
        await create("run-1");
        const attempt = attemptStart("run-1");
        await journal.record([{ type: "attempt-started", attempt }]);
        await journal.record([finish(attempt)]);
        expect(await attempts("run-1")).toEqual([
          { ...attempt, status: "completed", finishedAt: instant(12) },
        ]);
      });

      test("keeps a diagnostic with every character", async () => {
        await create("run-1");
        const attempt = attemptStart("run-1");
        const error = "before\u0000after 💩\r\n";
        await journal.record([{ type: "attempt-started", attempt }]);
        await journal.record([
          {
            type: "attempt-finished",
            key: keyOf(attempt),
            stepId: "build",
            at: instant(12),
            outcome: { status: "failed", failureReason: "non_zero_exit", error },
          },
        ]);
        expect(await attempts("run-1")).toMatchObject([
          { status: "failed", failureReason: "non_zero_exit", error },
        ]);
      });

      // shows: engine-186
      test.each(["attempt-finished", "attempt-interrupted"] as const)(
        "takes no second end after %s",
        async (first) => {
          await create("run-1");
          const attempt = attemptStart("run-1");
          const interrupt = interruption(attempt);
          await journal.record([{ type: "attempt-started", attempt }]);
          await journal.record([first === "attempt-finished" ? finish(attempt) : interrupt]);
          const before = await attempts("run-1");
          for (const second of [finish(attempt), interrupt]) {
            await expect(journal.record([second])).rejects.toMatchObject({ code: "INTERNAL" });
          }
          expect(await attempts("run-1")).toEqual(before);
        },
      );

      // shows: engine-181
      test("keeps the interrupted row beside the one that goes out again", async () => {
        await create("run-1");
        const first = attemptStart("run-1");
        const second = attemptStart("run-1", { dispatch: 2 });
        await journal.record([{ type: "attempt-started", attempt: first }]);
        await journal.record([interruption(first), { type: "attempt-started", attempt: second }]);
        expect(await attempts("run-1")).toMatchObject([
          { dispatch: 1, status: "interrupted", dispatchId: "dispatch-1" },
          { dispatch: 2, status: "running", dispatchId: "dispatch-1" },
        ]);
        expect(await journal.loadUsage("run-1")).toEqual({ units: 1, inputTokens: 0, outputTokens: 0 });
      });

      test("can be written to while they are read, and are read once each, in order", async () => {
        await create("run-1");
        const units = Array.from({ length: 1200 }, (_, index) => `build:${index}`);
        await journal.record(
          units.map((unitId) => ({ type: "attempt-started", attempt: attemptStart("run-1", { unitId }) })),
        );
        const seen: string[] = [];
        for await (const attempt of journal.loadAttempts("run-1")) {
          seen.push(attempt.unitId);
          if (seen.length % 300 === 0) await journal.record([finish(attempt)]);
        }
        expect(seen).toEqual(units);
      });

      test("that are out alone, and without what they made", async () => {
        await create("run-1");
        const [done, out] = [attemptStart("run-1"), attemptStart("run-1", { unitId: "build:b" })];
        await journal.record([
          { type: "attempt-started", attempt: done },
          { type: "attempt-started", attempt: out },
        ]);
        await journal.record([
          {
            type: "attempt-finished",
            key: keyOf(done),
            stepId: "build",
            at: instant(12),
            outcome: { status: "completed", result: "made" },
          },
        ]);
        const load = async (filter: AttemptFilter) => {
          const all: AttemptRecord[] = [];
          for await (const attempt of journal.loadAttempts("run-1", filter)) all.push(attempt);
          return all;
        };
        const [whole, running] = await attempts("run-1");
        expect(whole?.result).toBe("made");
        expect(await load({ status: "running" })).toEqual([running]);
        expect(await load({ stepId: "test" })).toEqual([]);
        const { result: _, ...bare } = whole ?? {};
        expect(await load({ stepId: "build", results: false })).toEqual([bare, running]);
      });

      test("of one step alone, and of one run alone", async () => {
        await create("run-1", "run-2");
        const other = { stepId: "test", unitId: "test:1", nodeId: "test" };
        await journal.record([
          { type: "attempt-started", attempt: attemptStart("run-1") },
          { type: "attempt-started", attempt: attemptStart("run-1", other) },
          { type: "attempt-started", attempt: attemptStart("run-2", other) },
        ]);
        expect((await attempts("run-1", "test")).map(({ runId, unitId }) => [runId, unitId])).toEqual([
          ["run-1", "test:1"],
        ]);
        expect(await attempts("run-1")).toHaveLength(2);
      });

      test("counts no person's answer among what was sent out", async () => {
        await create("run-1");
        const answer = attemptStart("run-1", {
          unitId: "build.approval:l1",
          nodeId: "build.approval",
          runner: "person",
        });
        await journal.record([{ type: "attempt-started", attempt: answer }, finish(answer)]);
        expect(await journal.loadUsage("run-1")).toEqual({ units: 0, inputTokens: 0, outputTokens: 0 });
      });

      test("counts tokens of every row", async () => {
        await create("run-1");
        for (const dispatch of [1, 2, 3]) {
          const attempt = attemptStart("run-1", { dispatch });
          await journal.record([{ type: "attempt-started", attempt }]);
          await journal.record([finish(attempt, { inputTokens: 10, outputTokens: 1 })]);
        }
        expect(await journal.loadUsage("run-1")).toEqual({ units: 1, inputTokens: 30, outputTokens: 3 });
      });
    });

    describe("finding runs", () => {
      test("lists newest first by instant, the later recorded first among equals", async () => {
        for (const [runId, at] of [
          ["b", 5],
          ["a", 9],
          ["c", 5],
          ["d", 1],
        ] as const) {
          await journal.createRun(newRun(runId, { createdAt: instant(at) }), { alsoIfActive: true });
        }
        expect((await journal.listRuns({})).map(({ runId }) => runId)).toEqual(["a", "c", "b", "d"]);
        expect((await journal.listRuns({ limit: 2 })).map(({ runId }) => runId)).toEqual(["a", "c"]);
        expect(await journal.listRuns({ limit: 0 })).toEqual([]);
      });

      test("filters by scope, ref, status and parent, and leaves children out unless asked", async () => {
        await journal.createRun(newRun("mine"), { alsoIfActive: true });
        await journal.createRun(newRun("done"), { alsoIfActive: true });
        await journal.createRun(newRun("ours", { scopeKey: "/elsewhere" }), { alsoIfActive: true });
        await journal.createRun(newRun("other", { workflowRef: "x//workflows/y" }), { alsoIfActive: true });
        await journal.createRun(newRun("child", { parentRunId: "mine" }), { alsoIfActive: true });
        await journal.record([
          { type: "run-finished", runId: "done", at: instant(3), status: "completed", currentStepId: null },
        ]);
        const list = async (filter: Parameters<Journal["listRuns"]>[0]) =>
          (await journal.listRuns(filter)).map(({ runId }) => runId);
        expect(await list({ scopeKey: "/project" })).toEqual(["other", "done", "mine"]);
        expect(await list({ workflowRef: "x//workflows/y" })).toEqual(["other"]);
        expect(await list({ statuses: ["active"] })).toEqual(["other", "ours", "mine"]);
        expect(await list({ statuses: ["active", "completed"], scopeKey: "/project" })).toEqual([
          "other",
          "done",
          "mine",
        ]);
        expect(await list({ statuses: [] })).toEqual([]);
        expect(await list({ parentRunId: "mine" })).toEqual(["child"]);
        expect(await list({ children: true })).toEqual(["child", "other", "ours", "done", "mine"]);
      });

      test("finds ids by their beginning, never more than asked for", async () => {
        await create("abc-1", "abc-2", "abd-1", "a%c-1");
        expect(await journal.findRunIds("abc", 10)).toEqual(["abc-1", "abc-2"]);
        expect(await journal.findRunIds("a%c", 10)).toEqual(["a%c-1"]);
        expect(await journal.findRunIds("ab", 2)).toEqual(["abc-1", "abc-2"]);
        expect(await journal.findRunIds("zz", 10)).toEqual([]);
      });

      test("knows nothing of a run that is not there", async () => {
        expect(await journal.loadRun("none")).toBeUndefined();
        expect(await journal.loadSteps("none")).toEqual([]);
        expect(await attempts("none")).toEqual([]);
        expect(await journal.loadUsage("none")).toEqual({ units: 0, inputTokens: 0, outputTokens: 0 });
        await expect(journal.loadPlanJson("none")).rejects.toMatchObject({ code: "RUN_NOT_FOUND" });
      });
    });

    describe("deleting runs", () => {
      test("takes those that have ended out with all that is recorded of them, and no others", async () => {
        await create("ended", "active");
        for (const runId of ["ended", "active"])
          await journal.record([{ type: "attempt-started", attempt: attemptStart(runId) }]);
        await journal.record([
          { type: "run-finished", runId: "ended", at: instant(3), status: "completed", currentStepId: null },
        ]);
        expect(await journal.deleteRuns(["ended", "active", "none"])).toEqual({
          runs: 1,
          units: 1,
          events: 3,
        });
        expect(await journal.loadRun("ended")).toBeUndefined();
        expect(await journal.loadSteps("ended")).toEqual([]);
        expect(await attempts("ended")).toEqual([]);
        expect(await journal.loadEvents({ runId: "ended" })).toEqual([]);
        expect(await attempts("active")).toHaveLength(1);
        const { bytesBefore, bytesAfter } = await journal.shrink();
        expect(bytesAfter).toBeLessThanOrEqual(bytesBefore);
        expect(await journal.loadRun("active")).toMatchObject({ status: "active" });
      });

      test("of an age are found by when something last happened to them", async () => {
        await create("old", "new");
        await journal.record([{ type: "run-resumed", runId: "new", at: instant(9) }]);
        const found = await journal.listRuns({ updatedBefore: instant(5) });
        expect(found.map(({ runId }) => runId)).toEqual(["old"]);
      });
    });

    describe("the log", () => {
      test("is read oldest first, after an id, since an instant, by type and by run", async () => {
        await create("run-1", "run-2");
        const [second] = await journal.record([{ type: "run-interrupted", runId: "run-1", at: instant(50) }]);
        await journal.record([{ type: "run-resumed", runId: "run-2", at: instant(60) }]);
        const types = async (filter: Parameters<Journal["loadEvents"]>[0]) =>
          (await journal.loadEvents(filter)).map(({ type }) => type);
        expect(await types({})).toEqual([
          "workflow_started",
          "workflow_started",
          "workflow_interrupted",
          "workflow_resumed",
        ]);
        expect(await types({ afterId: second?.id ?? 0 })).toEqual(["workflow_resumed"]);
        expect(await types({ since: instant(50) })).toEqual(["workflow_interrupted", "workflow_resumed"]);
        expect(await types({ type: "workflow_started", limit: 1 })).toEqual(["workflow_started"]);
        expect(await types({ runId: "run-1" })).toEqual(["workflow_started", "workflow_interrupted"]);
      });
    });

    describe("exclusive work", () => {
      test("resolves with what the work returns and rejects with what it throws", async () => {
        expect(await journal.exclusively(() => 7)).toBe(7);
        const failure = journal.exclusively(() => {
          throw new TypeError("no");
        });
        await expect(failure).rejects.toMatchObject({ cause: { message: "no" } });
        expect(await journal.exclusively(() => 8)).toBe(8);
      });
    });
  });
}

function finish(attempt: AttemptRecordStart, usage: object = {}): JournalEntry {
  const outcome = { status: "completed", ...usage } as const;
  return { type: "attempt-finished", key: keyOf(attempt), stepId: attempt.stepId, at: instant(12), outcome };
}

function interruption(attempt: AttemptRecordStart): JournalEntry {
  return { type: "attempt-interrupted", key: keyOf(attempt), stepId: attempt.stepId, at: instant(13) };
}

type AttemptRecordStart = ReturnType<typeof attemptStart>;

/** What is shown of a step's outcome is not part of the state a run is rebuilt into. */
function withoutEvidence(steps: RunState["steps"]): object[] {
  return steps.map(({ evidence: _, ...step }) => step);
}

const run = { runId: "run-1" };
const evidence = {
  output: { a: [1] },
  units: [{ unitId: "build:solo", status: "completed" as const, failureReason: null }],
};

const LIFE_OF_A_RUN: readonly JournalEntry[] = [
  { type: "step-started", ...run, at: instant(1), stepId: "build", loop: 1, unitCount: 1 },
  { type: "run-interrupted", ...run, at: instant(2) },
  { type: "run-resumed", ...run, at: instant(3) },
  { type: "step-reset", ...run, at: instant(4), stepId: "build" },
  { type: "step-started", ...run, at: instant(5), stepId: "build", loop: 1, unitCount: 1 },
  { type: "step-started", ...run, at: instant(6), stepId: "build", loop: 2, unitCount: 1 },
  {
    type: "step-finished",
    ...run,
    at: instant(6),
    stepId: "build",
    status: "blocked",
    notes: "waits",
    evidence,
    unitCount: 1,
    loop: 2,
    currentStepId: "build",
  },
  { type: "run-finished", ...run, at: instant(6), status: "blocked", currentStepId: "build" },
  { type: "run-reopened", ...run, at: instant(6), epoch: 0, stepIds: [] },
  { type: "step-started", ...run, at: instant(6), stepId: "build", loop: 3, unitCount: 1 },
  { type: "step-reset", ...run, at: instant(6), stepId: "build" },
  { type: "step-started", ...run, at: instant(6), stepId: "build", loop: 3, unitCount: 1 },
  {
    type: "step-finished",
    ...run,
    at: instant(7),
    stepId: "build",
    status: "completed",
    notes: "done",
    evidence,
    unitCount: 1,
    loop: 2,
    currentStepId: "test",
  },
  {
    type: "step-finished",
    ...run,
    at: instant(8),
    stepId: "test",
    status: "failed",
    notes: "1 failed",
    evidence,
    unitCount: 2,
    loop: 1,
    currentStepId: "test",
  },
  { type: "run-finished", ...run, at: instant(9), status: "failed", currentStepId: "test" },
  { type: "run-reopened", ...run, at: instant(10), epoch: 1, stepIds: ["test"] },
  { type: "step-started", ...run, at: instant(11), stepId: "test", loop: 1, unitCount: 2 },
  { type: "run-abandoned", ...run, at: instant(12), notes: "abandoned" },
  { type: "run-reopened", ...run, at: instant(13), epoch: 2, stepIds: ["test"] },
  {
    type: "step-finished",
    ...run,
    at: instant(14),
    stepId: "choose",
    status: "completed",
    notes: "",
    selectedStepId: "build",
    unitCount: 0,
    loop: 1,
    currentStepId: null,
  },
  {
    type: "run-finished",
    ...run,
    at: instant(15),
    status: "completed",
    currentStepId: null,
    outputs: { version: "1.0" },
  },
];

const gone = { runId: "gone" };
const goneKey = { runId: "run-1", unitId: "build:gone", attempt: 1, dispatch: 1 };
const ENTRIES_WITHOUT_A_ROW: readonly JournalEntry[] = [
  { type: "run-resumed", ...gone, at: instant(1) },
  { type: "run-interrupted", ...gone, at: instant(1) },
  { type: "run-reopened", ...gone, at: instant(1), epoch: 1, stepIds: [] },
  { type: "run-abandoned", ...gone, at: instant(1), notes: "" },
  { type: "run-finished", ...gone, at: instant(1), status: "failed", currentStepId: null },
  { type: "step-started", ...run, at: instant(1), stepId: "gone", loop: 1, unitCount: 1 },
  { type: "step-reset", ...run, at: instant(1), stepId: "gone" },
  { type: "attempt-started", attempt: attemptStart("gone") },
  { type: "attempt-process", key: goneKey, process: { pid: 1 } },
  {
    type: "attempt-finished",
    key: goneKey,
    stepId: "build",
    at: instant(1),
    outcome: { status: "completed" },
  },
  { type: "attempt-interrupted", key: goneKey, stepId: "build", at: instant(1) },
];
