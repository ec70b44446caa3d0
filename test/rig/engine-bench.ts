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
import type { DispatchRequest, EventSink, Journal, LockHolder, RunLock } from "../../src/ports/index.ts";
import type { AttemptRecord, RunEvent, RunRecord, StepRecord } from "../../src/run/index.ts";
import { createRunLock, openJournal, readLockHolder } from "../../src/store/index.ts";
import { AT, RUN_ID } from "./build-records.ts";
import { ManualClock } from "./manual-clock.ts";
import { type Script, ScriptedDispatcher } from "./scripted-dispatcher.ts";

/** A real journal and real run locks in a directory of their own. */
export interface BenchStore {
  journal: Journal;
  runLock: RunLock;
  /** Who holds a run's lock, if anybody alive does. */
  lockHolder(runId: string): Promise<LockHolder | undefined>;
}

/** A run in a real journal, driven by a scripted dispatcher and a hand-set clock. */
export interface EngineBench extends BenchStore {
  dispatcher: ScriptedDispatcher;
  /** Moves on by itself when somebody sleeps, unless told otherwise. */
  clock: ManualClock;
  warnings: string[];
  /** Fills the two lists beside it. */
  sink: EventSink;
  /** The events that the sink was told, in order. */
  told: RunEvent[];
  /** A fresh engine drives the run; `parts` stand in for the bench's own. */
  drive(options?: Partial<DriveOptions>, parts?: Partial<EngineParts>): Promise<DriveResult>;
  recorded(): Promise<Recorded>;
}

/** All that the journal holds of the run. */
export interface Recorded {
  run: RunRecord;
  steps: StepRecord[];
  attempts: AttemptRecord[];
  events: RunEvent[];
}

export interface BenchOptions {
  params?: JsonObject;
  script?: Script;
  /** How many turns of the event loop an attempt takes; 1 unless told. */
  turnsOf?: (request: DispatchRequest) => number;
  /** Default: one of its own. */
  store?: BenchStore;
  runId?: string;
  /** What is stored as the plan, in place of the plan's own text. */
  planJson?: string;
}

/** Opens a store that lasts as long as the running test. */
export async function openStore(): Promise<BenchStore> {
  const directory = mkdtempSync(path.join(tmpdir(), "akm-loop-"));
  const journal = await openJournal({ path: path.join(directory, "state.db"), onNotice: () => undefined });
  onTestFinished(() => {
    journal.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const dir = path.join(directory, "locks");
  return {
    journal,
    runLock: createRunLock({ dir, journal, now: () => AT }),
    lockHolder: (runId) => readLockHolder(dir, runId),
  };
}

/** Publishes a run of the plan, its params declared as they are given. */
export async function openBench(plan: Plan, options: BenchOptions = {}): Promise<EngineBench> {
  const { params = {}, script, turnsOf, store = await openStore(), runId = RUN_ID } = options;
  const declared = { ...plan, params: Object.keys(params).map((name) => ({ name, schema: {} })) };
  const planJson = options.planJson ?? canonicalJson(declared as unknown as JsonObject);
  const clock = new ManualClock({ autoAdvance: true });
  const run = newRun(plan, runId, params, planJson, clock.now());
  await store.journal.createRun(run, { alsoIfActive: true });

  const dispatcher = new ScriptedDispatcher(script, turnsOf);
  const warnings: string[] = [];
  const told: RunEvent[] = [];
  const sink = {
    event: (event: RunEvent) => void told.push(event),
    warning: (message: string) => void warnings.push(message),
  };
  const own: EngineParts = { ...store, dispatcher, clock, sink, hostConcurrency: 16 };
  return {
    ...store,
    dispatcher,
    clock,
    warnings,
    sink,
    told,
    drive: (driveOptions, parts) =>
      driveRun(runId, { ...own, ...parts }, { stop: new AbortController().signal, ...driveOptions }),
    recorded: () => readAll(store.journal, runId),
  };
}

/** A stop that the test gives, as a signal or `--timeout` would. */
export function stopSwitch(): { signal: AbortSignal; stop(cause: StopCause): void } {
  const controller = new AbortController();
  return { signal: controller.signal, stop: (cause) => controller.abort(cause) };
}

function newRun(plan: Plan, runId: string, params: JsonObject, planJson: string, createdAt: string) {
  return {
    run: {
      runId,
      workflowRef: plan.workflow.ref,
      workflowTitle: plan.workflow.title,
      sourcePath: "/project/.akm/workflows/demo.md",
      params,
      scopeKey: "/project",
      planIrVersion: plan.irVersion,
      planHash: hashPlan(planJson),
      sourceHash: plan.sourceHash,
      createdAt,
    },
    planJson,
    steps: plan.steps.map(({ id, kind }, sequenceIndex) => ({ stepId: id, sequenceIndex, kind })),
  };
}

async function readAll(journal: Journal, runId: string): Promise<Recorded> {
  const run = await journal.loadRun(runId);
  if (run === undefined) throw new Error(`There is no run ${runId}.`);
  const attempts: AttemptRecord[] = [];
  for await (const attempt of journal.loadAttempts(runId)) attempts.push(attempt);
  return {
    run,
    steps: await journal.loadSteps(runId),
    attempts,
    events: await journal.loadEvents({ runId }),
  };
}
