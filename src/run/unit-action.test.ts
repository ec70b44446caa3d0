import { describe, expect, test } from "vitest";
import { CRASH_DISPATCHES_MAX } from "../contract/index.ts";
import type { RetryPolicy } from "../step/index.ts";
import { nextUnitAction, type UnitAction } from "./unit-action.ts";
import type { UnitState } from "./unit-state.ts";

const retryTwice: RetryPolicy = { max: 2, on: ["timeout", "aborted"] };

function unitState(over: Partial<UnitState>): UnitState {
  return {
    unitId: "build:solo",
    status: "running",
    attempt: 1,
    dispatch: 1,
    epoch: 0,
    failures: 0,
    loop: 1,
    ...over,
  };
}

function failedState(over: Partial<UnitState>): UnitState {
  return unitState({ status: "failed", failureReason: "timeout", failures: 1, ...over });
}

function dispatchOf(attempt: number, dispatch = 1, rest: Partial<UnitAction> = {}): UnitAction {
  return { kind: "dispatch", attempt, dispatch, reclaims: false, ...rest } as UnitAction;
}

describe("a unit", () => {
  test("that was never sent out goes out", () => {
    expect(nextUnitAction(undefined, 0, undefined)).toEqual(dispatchOf(1));
  });

  test.each([0, 1])("that is completed is reused, in epoch %i as well", (epoch) => {
    expect(nextUnitAction(unitState({ status: "completed" }), epoch, retryTwice)).toEqual({ kind: "reuse" });
  });

  test("whose row was closed as interrupted goes out as a new attempt", () => {
    const state = unitState({ status: "interrupted", attempt: 2, dispatch: 3 });
    expect(nextUnitAction(state, 0, undefined)).toEqual(dispatchOf(3));
  });
});

describe("a unit that was out when its engine died", () => {
  test.each([1, 2])("goes out again as the same attempt after dispatch %i", (dispatch) => {
    expect(nextUnitAction(unitState({ attempt: 4, dispatch }), 0, retryTwice)).toEqual(
      dispatchOf(4, dispatch + 1, { reclaims: true }),
    );
  });

  test("three times is in a crash loop", () => {
    expect(nextUnitAction(unitState({ attempt: 2, dispatch: CRASH_DISPATCHES_MAX }), 0, retryTwice)).toEqual({
      kind: "crash-loop",
      attempt: 2,
      dispatch: CRASH_DISPATCHES_MAX,
    });
  });
});

describe("a unit that failed", () => {
  test.each<[title: string, state: Partial<UnitState>, policy: RetryPolicy | undefined, action: UnitAction]>([
    ["stays failed without a policy", {}, undefined, { kind: "failed" }],
    [
      "is retried while its policy allows",
      { failures: 2, attempt: 2 },
      retryTwice,
      dispatchOf(3, 1, { afterFailures: 2 }),
    ],
    ["stays failed when its retries are spent", { failures: 3, attempt: 3 }, retryTwice, { kind: "failed" }],
    [
      "stays failed for a reason that is not listed",
      { failureReason: "spawn_failed" },
      retryTwice,
      { kind: "failed" },
    ],
    [
      "in a crash loop stays failed",
      { failureReason: "crash_loop", dispatch: 3 },
      retryTwice,
      { kind: "failed" },
    ],
    [
      "after a crash is retried from dispatch 1",
      { dispatch: 2 },
      retryTwice,
      dispatchOf(2, 1, { afterFailures: 1 }),
    ],
  ])("%s", (_title, state, policy, action) => {
    expect(nextUnitAction(failedState(state), 0, policy)).toEqual(action);
  });

  test.each([undefined, { max: 0, on: [] }, retryTwice])(
    "because it was aborted goes out anew at once, whatever its policy (%j)",
    (policy) => {
      const state = failedState({ failureReason: "aborted", failures: 0, attempt: 3 });
      expect(nextUnitAction(state, 0, policy)).toEqual(dispatchOf(4));
    },
  );

  test.each([undefined, retryTwice])("goes out anew at once when its run was reopened (%j)", (policy) => {
    expect(nextUnitAction(failedState({ failures: 3, attempt: 3, epoch: 1 }), 2, policy)).toEqual(
      dispatchOf(4),
    );
  });
});
