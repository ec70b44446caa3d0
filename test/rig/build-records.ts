import type { Json, StepStatus } from "../../src/contract/index.ts";
import { canonicalJson } from "../../src/lib/canonical-json.ts";
import { sha256Hex } from "../../src/lib/sha256.ts";
import type { Plan } from "../../src/plan/index.ts";
import type { AttemptRecord, RunRecord, RunState, StepRecord } from "../../src/run/index.ts";

export const RUN_ID = "00000000-0000-4000-8000-000000000001";

/** The instant at which records of a test are made. */
export const AT = "2026-01-31T09:05:00.120Z";

export function runRecord(over: Partial<RunRecord> = {}): RunRecord {
  return {
    runId: RUN_ID,
    workflowRef: "project//workflows/demo",
    workflowTitle: "Demo",
    sourcePath: "/project/.akm/workflows/demo.md",
    status: "active",
    currentStepId: null,
    params: {},
    scopeKey: "/project",
    planIrVersion: 6,
    planHash: "1".repeat(64),
    sourceHash: "0".repeat(64),
    epoch: 0,
    createdAt: AT,
    updatedAt: AT,
    ...over,
  };
}

export function stepRecord(stepId: string, over: Partial<StepRecord> = {}): StepRecord {
  return { stepId, sequenceIndex: 0, kind: "unit", status: "pending", loop: 1, firstLoop: 1, ...over };
}

/** One row of an attempt that is out, unless told otherwise. */
export function attemptRecord(over: Partial<AttemptRecord> = {}): AttemptRecord {
  return {
    runId: RUN_ID,
    stepId: "build",
    unitId: "build:solo",
    nodeId: "build",
    runner: "exec",
    status: "running",
    attempt: 1,
    dispatch: 1,
    dispatchId: "d1",
    loop: 1,
    inputHash: "2".repeat(64),
    epoch: 0,
    startedAt: AT,
    ...over,
  };
}

/** The state of a run of this plan; steps are pending where nothing else is said of them. */
export function runState(
  plan: Plan,
  steps: Record<string, StepStatus | Partial<StepRecord>> = {},
  run: Partial<RunRecord> = {},
): RunState {
  return {
    plan,
    run: runRecord({ currentStepId: plan.steps[0]?.id ?? null, ...run }),
    steps: plan.steps.map(({ id, kind }, sequenceIndex) => {
      const told = steps[id] ?? {};
      return stepRecord(id, {
        sequenceIndex,
        kind,
        ...(typeof told === "string" ? { status: told } : told),
      });
    }),
  };
}

/** The id of a map's unit for an item that comes once. */
export function mapUnitId(stepId: string, item: Json): string {
  return `${stepId}:${sha256Hex(canonicalJson(item)).slice(0, 16)}`;
}
