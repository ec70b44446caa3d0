import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import type { JsonObject } from "../../src/contract/index.ts";
import { canonicalJson } from "../../src/lib/canonical-json.ts";
import {
  type DriveOptions,
  type DriveResult,
  driveRun,
  type EngineParts,
  type StopCause,
} from "../../src/loop/index.ts";
import { hashPlan, type Plan } from "../../src/plan/index.ts";
import type { EventSink, Journal, RunLock } from "../../src/ports/index.ts";
import type { AttemptRecord, RunEvent, RunRecord, StepRecord } from "../../src/run/index.ts";
import { createRunLock, openJournal } from "../../src/store/index.ts";
import { AT, RUN_ID } from "./build-records.ts";
import { ManualClock } from "./manual-clock.ts";
import { type Script, ScriptedDispatcher } from "./scripted-dispatcher.ts";

/** What an engine of the bench is driven with; what is left out is the bench's own. */
export type BenchDrive = Partial<Pick<EngineParts, "journal" | "dispatcher" | "clock" | "hostConcurrency">> &
  Omit<DriveOptions, "stop"> & { stop?: AbortSignal };

export interface Recorded {
  run: RunRecord;
  steps: StepRecord[];
  attempts: AttemptRecord[];
  events: RunEvent[];
}

/** A run in a real journal with a real lock, driven by a scripted dispatcher and a hand-set clock. */
export interface EngineBench {
  journal: Journal;
  runLock: RunLock;
  dispatcher: ScriptedDispatcher;
  clock: ManualClock;
  warnings: string[];
  /** What the sink was told, in order. */
  told: RunEvent[];
  drive(options?: BenchDrive): Promise<DriveResult>;
  recorded(): Promise<Recorded>;
}

/** Opens a bench of its own for the running test and publishes a run of the plan, its params declared as given. */
export async function openBench(
  plan: Plan,
  { params = {}, script }: { params?: JsonObject; script?: Script } = {},
): Promise<EngineBench> {
  const directory = mkdtempSync(path.join(tmpdir(), "akm-loop-"));
  const journal = await openJournal({ path: path.join(directory, "state.db"), onNotice: () => undefined });
  onTestFinished(() => {
    journal.close();
    rmSync(directory, { recursive: true, force: true });
  });
  await publish(
    journal,
    { ...plan, params: Object.keys(params).map((name) => ({ name, schema: {} })) },
    params,
  );
  const clock = new ManualClock({ autoAdvance: true });
  return benchOf(
    journal,
    createRunLock({ dir: path.join(directory, "locks"), journal, now: () => AT }),
    clock,
    script,
  );
}

async function publish(journal: Journal, plan: Plan, params: JsonObject): Promise<void> {
  const planJson = canonicalJson(plan as unknown as JsonObject);
  await journal.createRun(
    {
      run: {
        runId: RUN_ID,
        workflowRef: plan.workflow.ref,
        workflowTitle: plan.workflow.title,
        sourcePath: "/project/.akm/workflows/demo.md",
        params,
        scopeKey: "/project",
        planIrVersion: plan.irVersion,
        planHash: hashPlan(planJson),
        sourceHash: plan.sourceHash,
        createdAt: AT,
      },
      planJson,
      steps: plan.steps.map(({ id, kind }, sequenceIndex) => ({ stepId: id, sequenceIndex, kind })),
    },
    { alsoIfActive: true },
  );
}

function benchOf(journal: Journal, runLock: RunLock, clock: ManualClock, script?: Script): EngineBench {
  const dispatcher = new ScriptedDispatcher(script);
  const warnings: string[] = [];
  const told: RunEvent[] = [];
  const sink: EventSink = {
    event: (event) => told.push(event),
    warning: (message) => warnings.push(message),
  };
  const own = { journal, dispatcher, clock, hostConcurrency: 16 };
  return {
    journal,
    runLock,
    dispatcher,
    clock,
    warnings,
    told,
    drive(options = {}) {
      const { maxSteps, maxRetries, takeOver, stop = new AbortController().signal, ...parts } = options;
      const bounds = {
        ...(maxSteps === undefined ? {} : { maxSteps }),
        ...(maxRetries === undefined ? {} : { maxRetries }),
      };
      return driveRun(
        RUN_ID,
        { ...own, runLock, sink, ...parts },
        { ...bounds, takeOver: takeOver ?? false, stop },
      );
    },
    async recorded() {
      const run = await journal.loadRun(RUN_ID);
      if (run === undefined) throw new Error("The run is gone.");
      const attempts: AttemptRecord[] = [];
      for await (const attempt of journal.loadAttempts(RUN_ID)) attempts.push(attempt);
      return {
        run,
        steps: await journal.loadSteps(RUN_ID),
        attempts,
        events: await journal.loadEvents({ runId: RUN_ID }),
      };
    },
  };
}

/** A stop that the test gives, as a signal or `--timeout` would. */
export function stopSwitch(): { signal: AbortSignal; stop(cause: StopCause): void } {
  const controller = new AbortController();
  return { signal: controller.signal, stop: (cause) => controller.abort(cause) };
}
