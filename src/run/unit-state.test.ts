import { describe, expect, test } from "vitest";
import { attemptRecord } from "../../test/rig/build-records.ts";
import type { AttemptRecord } from "./records.ts";
import { foldAttempt, foldAttempts, type UnitState, unitResults } from "./unit-state.ts";

async function* recorded(...attempts: Partial<AttemptRecord>[]): AsyncIterable<AttemptRecord> {
  for (const attempt of attempts) yield attemptRecord(attempt);
}

async function fold(...attempts: Partial<AttemptRecord>[]): Promise<UnitState | undefined> {
  return (await foldAttempts(recorded(...attempts), "build")).get("build:solo");
}

const failed = { status: "failed", failureReason: "timeout", error: "too slow" } as const;
const aborted = { status: "failed", failureReason: "aborted", error: "stopped" } as const;

describe("what attempts come to", () => {
  test("is nothing where there are none", async () => {
    expect(await foldAttempts(recorded(), "build")).toEqual(new Map());
  });

  test("is the latest row of a unit", async () => {
    expect(await fold(failed, { attempt: 2, status: "completed", result: { k: 1 } })).toEqual({
      unitId: "build:solo",
      status: "completed",
      attempt: 2,
      dispatch: 1,
      epoch: 0,
      failures: 1,
      misses: 0,
      loop: 1,
      result: { k: 1 },
    });
  });

  test("is of the node that is asked about alone", async () => {
    const attempts = [{}, { unitId: "build.gate:l1", nodeId: "build.gate", ...failed }];
    expect([...(await foldAttempts(recorded(...attempts), "build")).keys()]).toEqual(["build:solo"]);
    expect([...(await foldAttempts(recorded(...attempts), "build.gate")).keys()]).toEqual(["build.gate:l1"]);
  });

  test("remembers why the last answer of the wrong form was not accepted", async () => {
    const missed = { status: "failed", failureReason: "validation_error", error: "/k: is missing" } as const;
    expect(await fold(missed, { attempt: 2 })).toMatchObject({ misses: 1, missed: "/k: is missing" });
    expect(await fold(missed, { attempt: 2, ...failed })).toMatchObject({
      misses: 1,
      missed: "/k: is missing",
      error: "too slow",
    });
    const reopened = await fold(missed, { attempt: 2, epoch: 1 });
    expect(reopened).toMatchObject({ misses: 0 });
    expect(reopened).not.toHaveProperty("missed");
  });

  test("keeps nothing of an earlier failure in a later row", async () => {
    const state = await fold(failed, { attempt: 2 });
    expect(state).not.toHaveProperty("failureReason");
    expect(state).not.toHaveProperty("error");
  });

  test("is kept a unit", async () => {
    const states = await foldAttempts(
      recorded({ unitId: "m:a", itemIndex: 0 }, { unitId: "m:b", itemIndex: 1, ...failed }),
      "build",
    );
    expect([...states.values()]).toMatchObject([
      { unitId: "m:a", itemIndex: 0, status: "running", failures: 0 },
      { unitId: "m:b", itemIndex: 1, status: "failed", failures: 1 },
    ]);
  });
});

describe("what a unit has spent of its retries", () => {
  test.each<[title: string, rows: Partial<AttemptRecord>[], failures: number]>([
    ["each failed attempt", [failed, { attempt: 2, ...failed }], 2],
    ["not an attempt that was aborted", [failed, { attempt: 2, ...aborted }, { attempt: 3 }], 1],
    [
      "not a dispatch that a crash took",
      [{ status: "interrupted" }, { dispatch: 2, ...failed }, { attempt: 2 }],
      1,
    ],
    [
      "not the attempts before the run was reopened",
      [failed, { attempt: 2, ...failed }, { attempt: 3, epoch: 1 }],
      0,
    ],
    ["only those since it was last reopened", [failed, { attempt: 2, epoch: 1, ...failed }], 1],
  ])("is %s", async (_title, rows, failures) => {
    expect(await fold(...rows)).toMatchObject({ failures });
  });
});

describe("a step's results", () => {
  const states = new Map(
    [
      attemptRecord({ unitId: "m:c", itemIndex: 2, status: "completed", result: "c" }),
      attemptRecord({ unitId: "m:a", itemIndex: 0, status: "completed" }),
      attemptRecord({ unitId: "m:b", itemIndex: 1, ...failed }),
      attemptRecord({ unitId: "m:d", itemIndex: 3, ...aborted }),
      attemptRecord({ unitId: "m:e", itemIndex: 4 }),
      attemptRecord({ unitId: "m:f", itemIndex: 5, status: "interrupted" }),
    ].map((attempt) => [attempt.unitId, foldAttempt(undefined, attempt)]),
  );

  // shows: reuse-42
  test("stand in item order; no result is null, and work still to do is not started", () => {
    const notStarted = { status: "not-started" };
    expect(unitResults(states, 7, 1).map(({ index, ending }) => [index, ending])).toEqual([
      [0, { status: "completed", result: null }],
      [1, { status: "failed", failureReason: "timeout", error: "too slow" }],
      [2, { status: "completed", result: "c" }],
      [3, notStarted],
      [4, notStarted],
      [5, notStarted],
      [6, notStarted],
    ]);
  });

  test("leave other gate loops out", () => {
    const second = foldAttempt(
      undefined,
      attemptRecord({ unitId: "m:a~l2", itemIndex: 0, loop: 2, status: "completed", result: "new" }),
    );
    const both = new Map([...states, ["m:a~l2", second]]);
    expect(unitResults(both, 1, 2)).toEqual([
      { unitId: "m:a~l2", index: 0, ending: { status: "completed", result: "new" } },
    ]);
    expect(unitResults(both, 1, 1)).toMatchObject([{ unitId: "m:a" }]);
  });

  test("of a step of one unit are one", () => {
    const solo = foldAttempt(undefined, attemptRecord({ status: "completed", result: "out" }));
    expect(unitResults(new Map([["build:solo", solo]]), 1, 1)).toEqual([
      { unitId: "build:solo", index: 0, ending: { status: "completed", result: "out" } },
    ]);
  });
});
