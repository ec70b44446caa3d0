import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ArbitraryRun, arbitraryRun } from "../../test/rig/arbitrary-run.ts";
import {
  commandTarget,
  judgedGate,
  mapStep,
  planOf,
  routeStep,
  unitStep,
} from "../../test/rig/build-plan.ts";
import { Cut, cutJournal, decorateJournal } from "../../test/rig/decorate-journal.ts";
import {
  type BenchStore,
  type EngineBench,
  openBench,
  openStore,
  type Recorded,
  stopSwitch,
} from "../../test/rig/engine-bench.ts";
import { expectSound } from "../../test/rig/expect-sound.ts";
import { completed, failed } from "../../test/rig/scripted-dispatcher.ts";
import { PASSED, rejected } from "../../test/rig/verdicts.ts";
import type { Json } from "../contract/index.ts";
import type { AttemptRecord } from "../run/index.ts";

/** Where an engine dies: at its write of that number, which is lost or the last to become durable. */
interface CutPoint {
  write: number;
  when: "before" | "after";
}

const cutPoints = fc.array(
  fc.record({ write: fc.integer({ min: 1, max: 14 }), when: fc.constantFrom("before", "after") }),
  { minLength: 1, maxLength: 2 },
);

let runs = 0;

function publish(store: BenchStore, run: ArbitraryRun): Promise<EngineBench> {
  runs += 1;
  return openBench(run.plan, { ...run, store, runId: `run-${runs}` });
}

/** True where the engine died there, false where it had finished before. */
async function driveUntil(bench: EngineBench, { write, when }: CutPoint): Promise<boolean> {
  try {
    await bench.drive({}, { journal: cutJournal(bench.journal, write, when) });
    return false;
  } catch (error) {
    if (!(error instanceof Cut)) throw error;
    return true;
  }
}

/** What a run came to, apart from when, in which order and by how many engines. */
function essenceOf({ run, steps, attempts }: Recorded): string[] {
  const { runId, status, currentStepId, outputs } = run;
  return [
    JSON.stringify({ status, currentStepId, outputs }),
    ...steps.map(({ startedAt: _, completedAt: __, ...step }) =>
      JSON.stringify(step).replaceAll(runId, "RUN"),
    ),
    ...attempts
      .filter((attempt) => attempt.status !== "interrupted" && attempt.failureReason !== "aborted")
      .map(({ unitId, status: ended, result, failureReason, inputHash }) =>
        JSON.stringify({ unitId, ended, result, failureReason, inputHash }),
      )
      .sort(),
  ];
}

function interruptedOf(attempts: AttemptRecord[]): number {
  return attempts.filter(({ status }) => status === "interrupted").length;
}

describe("a run whose engine dies at any write, driven again by a fresh one", () => {
  // shows: schema-288c
  // shows: engine-55, reuse-9, reuse-66, loop-63
  test("ends like a run that was never cut", { timeout: 240_000 }, async () => {
    const store = await openStore();
    const property = fc.asyncProperty(arbitraryRun({ retries: true }), cutPoints, async (run, cuts) => {
      const uncut = await publish(store, run);
      const expected = await uncut.drive();
      const cut = await publish(store, run);
      let died = 0;
      for (const point of cuts) if (await driveUntil(cut, point)) died += 1;
      const { usage } = await cut.drive();
      expect(usage).toEqual(expected.usage);
      const recorded = await cut.recorded();
      expect(essenceOf(recorded)).toEqual(essenceOf(await uncut.recorded()));
      expectSound(recorded);
      expect(interruptedOf(recorded.attempts)).toBeLessThanOrEqual(died * cut.dispatcher.peak);
    });
    await fc.assert(property, { numRuns: 40 });
  });

  const everyKind: ArbitraryRun = {
    plan: planOf(
      [
        mapStep("m", { concurrency: 2 }, { onError: "continue", retry: { max: 1, on: ["non_zero_exit"] } }),
        routeStep("pick", "params.mode", { x: "skipped" }, "last"),
        unitStep("skipped"),
        unitStep("last", { inputs: ["steps.m.output", "steps.pick.output"] }),
      ],
      { outputs: [{ name: "all", from: "steps.last.output" }] },
    ),
    params: { items: ["a", "b", "c"], mode: "y" },
    script: ({ context, attempt }) =>
      context.item?.json === '"b"' && attempt === 1
        ? failed()
        : completed(context.inputs ?? context.item?.json),
    turnsOf: ({ context }) => 1 + (context.item?.index ?? 0),
  };

  // shows: engine-143, engine-172
  test("at each write of a run of every kind of step, the write lost or not", {
    timeout: 120_000,
  }, async () => {
    const store = await openStore();
    const uncut = await publish(store, everyKind);
    await uncut.drive();
    const expected = essenceOf(await uncut.recorded());
    for (const when of ["before", "after"] as const) {
      let died = true;
      for (let write = 1; died; write += 1) {
        const cut = await publish(store, everyKind);
        died = await driveUntil(cut, { write, when });
        await cut.drive();
        const recorded = await cut.recorded();
        expect(essenceOf(recorded)).toEqual(expected);
        expectSound(recorded);
      }
    }
  });
});

describe("a gated step whose engine dies at any write", () => {
  const gate = (loops: number) => judgedGate({ maxLoops: loops });
  const verdicts: Record<string, Json> = {
    "a.gate:l1": rejected("again"),
    "a.gate:l2": PASSED,
    "pick.gate:l1": PASSED,
    "m.gate:l1": rejected("more"),
    "m.gate:l2": PASSED,
  };
  const gated: ArbitraryRun = {
    plan: planOf([
      unitStep("a", { gate: gate(2) }, { target: commandTarget() }),
      { ...routeStep("pick", "params.mode", { x: "m" }), gate: gate(1) },
      mapStep("m", { concurrency: 2, gate: gate(2) }, { target: commandTarget() }),
    ]),
    params: { items: ["x", "y"], mode: "x" },
    script: ({ unitId, context }) =>
      completed(verdicts[unitId] ?? { said: context.feedback?.feedback ?? "" }),
    turnsOf: ({ context }) => 1 + (context.item?.index ?? 0),
  };

  // shows: reuse-43, reuse-90, reuse-66
  test("ends like one that was never cut, and nothing that was answered is asked a second time", {
    timeout: 120_000,
  }, async () => {
    const store = await openStore();
    const uncut = await publish(store, gated);
    await uncut.drive();
    const expected = essenceOf(await uncut.recorded());
    expect((await uncut.recorded()).run.status).toBe("completed");
    for (const when of ["before", "after"] as const) {
      let died = true;
      for (let write = 1; died; write += 1) {
        const cut = await publish(store, gated);
        died = await driveUntil(cut, { write, when });
        const answered = (await cut.recorded()).attempts.filter(({ status }) => status === "completed");
        const asked = cut.dispatcher.requests.length;
        await cut.drive();
        const again = cut.dispatcher.requests.slice(asked).map(({ unitId }) => unitId);
        for (const { unitId } of answered) expect(again).not.toContain(unitId);
        const recorded = await cut.recorded();
        expect(essenceOf(recorded)).toEqual(expected);
        expectSound(recorded);
      }
    }
  });
});

describe("a run that is stopped at any write and driven again", () => {
  test("ends like a run that was never stopped", { timeout: 240_000 }, async () => {
    const store = await openStore();
    const stops = fc.array(fc.integer({ min: 1, max: 14 }), { minLength: 1, maxLength: 3 });
    const property = fc.asyncProperty(arbitraryRun({ retries: false }), stops, async (run, writes) => {
      const bounded = { ...run, plan: { ...run.plan } };
      delete bounded.plan.budget;
      const whole = await publish(store, bounded);
      await whole.drive();
      const stopped = await publish(store, bounded);
      for (const write of writes) await driveUntilStopped(stopped, write);
      await stopped.drive();
      const recorded = await stopped.recorded();
      expect(essenceOf(recorded)).toEqual(essenceOf(await whole.recorded()));
      expectSound(recorded);
      expect(interruptedOf(recorded.attempts)).toBe(0);
    });
    await fc.assert(property, { numRuns: 30 });
  });
});

async function driveUntilStopped(bench: EngineBench, write: number): Promise<void> {
  const { signal, stop } = stopSwitch();
  let call = 0;
  const journal = decorateJournal(bench.journal, {
    record(entries) {
      call += 1;
      if (call === write) stop("SIGINT");
      return bench.journal.record(entries);
    },
  });
  const { done, reason } = await bench.drive({ stop: signal }, { journal });
  if (!done) expect(["interrupted", "failed", "gate-rejected", "blocked"]).toContain(reason);
}
