import { expect } from "vitest";
import type { AttemptRecord } from "../../src/run/index.ts";
import type { Recorded } from "./engine-bench.ts";

/** What holds of a run's records at any time, however often its engines died or were stopped. */
export function expectSound({ run, attempts }: Recorded): void {
  if (run.status !== "active") expect(attempts.filter(({ status }) => status === "running")).toEqual([]);
  for (const unit of grouped(attempts, ({ unitId }) => unitId)) {
    expect(unit.slice(0, -1).map(({ status }) => status)).not.toContain("completed");
    const tries = grouped(unit, ({ attempt }) => attempt);
    expect(tries.map(([first]) => first?.attempt)).toEqual(tries.map((_, index) => index + 1));
    expect(new Set(unit.map(({ dispatchId }) => dispatchId)).size).toBe(tries.length);
    for (const dispatches of tries) expectOneAttempt(dispatches);
  }
}

/** Every dispatch but the last was lost with its engine, and all went out under one id. */
function expectOneAttempt(dispatches: readonly AttemptRecord[]): void {
  expect(dispatches.map(({ dispatch }) => dispatch)).toEqual(dispatches.map((_, index) => index + 1));
  expect(new Set(dispatches.map(({ dispatchId }) => dispatchId)).size).toBe(1);
  expect(dispatches.slice(0, -1).every(({ status }) => status === "interrupted")).toBe(true);
}

function grouped<Key>(rows: readonly AttemptRecord[], keyOf: (row: AttemptRecord) => Key): AttemptRecord[][] {
  const groups = new Map<Key, AttemptRecord[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return [...groups.values()];
}
