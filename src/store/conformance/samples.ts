import type { NewRun } from "../../ports/index.ts";
import type { AttemptKey, AttemptStart } from "../../run/index.ts";

/** Instants in order: `instant(0)` is the first. */
export function instant(milliseconds: number): string {
  return new Date(Date.UTC(2026, 0, 31, 9, 5) + milliseconds).toISOString();
}

export function newRun(runId: string, run: Partial<NewRun["run"]> = {}): NewRun {
  return {
    run: {
      runId,
      workflowRef: "project//workflows/ship",
      workflowTitle: "Ship",
      sourcePath: "/project/workflows/ship.md",
      params: { items: [1, 2, 3], name: "é 💩" },
      scopeKey: "/project",
      planIrVersion: 6,
      planHash: "a".repeat(64),
      sourceHash: "b".repeat(64),
      createdAt: instant(0),
      ...run,
    },
    planJson: '{"irVersion":6}',
    steps: [
      { stepId: "build", sequenceIndex: 0, kind: "unit" },
      { stepId: "test", sequenceIndex: 1, kind: "map" },
      { stepId: "choose", sequenceIndex: 2, kind: "route" },
    ],
  };
}

export function attemptStart(runId: string, attempt: Partial<AttemptStart> = {}): AttemptStart {
  return {
    runId,
    stepId: "build",
    unitId: "build:solo",
    nodeId: "build",
    runner: "exec",
    attempt: 1,
    dispatch: 1,
    dispatchId: "dispatch-1",
    loop: 1,
    inputHash: "c".repeat(64),
    epoch: 0,
    startedAt: instant(10),
    ...attempt,
  };
}

export function keyOf({ runId, unitId, attempt, dispatch }: AttemptStart): AttemptKey {
  return { runId, unitId, attempt, dispatch };
}
