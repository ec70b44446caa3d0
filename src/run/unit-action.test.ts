import { describe, expect, test } from "vitest";
import { CRASH_DISPATCHES_MAX } from "../contract/index.ts";
import type { RetryPolicy } from "../step/index.ts";
import { nextUnitAction, type UnitAction, type UnitPolicy } from "./unit-action.ts";
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
    misses: 0,
    loop: 1,
    ...over,
  };
}

/** Of a fixed command, unless told otherwise. */
function policyOf(retry?: RetryPolicy, rest: Partial<UnitPolicy> = {}): UnitPolicy {
  return { epoch: 0, retry, corrects: false, ...rest };
}

function failedState(over: Partial<UnitState>): UnitState {
  return unitState({ status: "failed", failureReason: "timeout", failures: 1, ...over });
}

function dispatchOf(attempt: number, dispatch = 1, rest: Partial<UnitAction> = {}): UnitAction {
  return { kind: "dispatch", attempt, dispatch, reclaims: false, ...rest } as UnitAction;
}

describe("a unit", () => {
  test("that was never sent out goes out", () => {
    expect(nextUnitAction(undefined, policyOf())).toEqual(dispatchOf(1));
  });

  // shows: engine-172
  test.each([0, 1])("that is completed is reused, in epoch %i as well", (epoch) => {
    expect(nextUnitAction(unitState({ status: "completed" }), policyOf(retryTwice, { epoch }))).toEqual({
      kind: "reuse",
    });
  });

  test("whose row was closed as interrupted goes out as a new attempt", () => {
    const state = unitState({ status: "interrupted", attempt: 2, dispatch: 3 });
    expect(nextUnitAction(state, policyOf())).toEqual(dispatchOf(3));
  });
});

describe("a unit that was out when its engine died", () => {
  test.each([1, 2])("goes out again as the same attempt after dispatch %i", (dispatch) => {
    expect(nextUnitAction(unitState({ attempt: 4, dispatch }), policyOf(retryTwice))).toEqual(
      dispatchOf(4, dispatch + 1, { reclaims: true }),
    );
  });

  test("three times is in a crash loop", () => {
    expect(
      nextUnitAction(unitState({ attempt: 2, dispatch: CRASH_DISPATCHES_MAX }), policyOf(retryTwice)),
    ).toEqual({
      kind: "crash-loop",
      attempt: 2,
      dispatch: CRASH_DISPATCHES_MAX,
    });
  });

  test("any number of times is not, where it is a child workflow, whose own units are counted", () => {
    const dispatch = 3 * CRASH_DISPATCHES_MAX;
    expect(nextUnitAction(unitState({ dispatch }), { ...policyOf(), isChild: true })).toEqual(
      dispatchOf(1, dispatch + 1, { reclaims: true }),
    );
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
    expect(nextUnitAction(failedState(state), policyOf(policy))).toEqual(action);
  });

  test.each([undefined, { max: 0, on: [] }, retryTwice])(
    "because it was aborted goes out anew at once, whatever its policy (%j)",
    (policy) => {
      const state = failedState({ failureReason: "aborted", failures: 0, attempt: 3 });
      expect(nextUnitAction(state, policyOf(policy))).toEqual(dispatchOf(4));
    },
  );

  test.each([undefined, retryTwice])("goes out anew at once when its run was reopened (%j)", (policy) => {
    expect(
      nextUnitAction(failedState({ failures: 3, attempt: 3, epoch: 1 }), policyOf(policy, { epoch: 2 })),
    ).toEqual(dispatchOf(4));
  });
});

describe("a unit whose answer was not of the asked form", () => {
  const missed: Partial<UnitState> = {
    failureReason: "validation_error",
    error: "/k: is missing",
    misses: 1,
    missed: "/k: is missing",
  };
  const corrects = (retry?: RetryPolicy) => policyOf(retry, { corrects: true });
  const retryMisses: RetryPolicy = { max: 1, on: ["validation_error"] };

  // shows: schema-573b
  test.each(["parse_error", "validation_error"] as const)(
    "(%s) goes out once more, told why, without a delay and without spending a retry",
    (failureReason) => {
      const state = failedState({ ...missed, failureReason });
      expect(nextUnitAction(state, corrects())).toEqual(dispatchOf(2, 1, { correction: "/k: is missing" }));
    },
  );

  // shows: schema-573b
  test("stays failed after a second miss", () => {
    const state = failedState({ ...missed, attempt: 2, failures: 2, misses: 2 });
    expect(nextUnitAction(state, corrects())).toEqual({ kind: "failed" });
  });

  test("is then retried as its policy says, the corrected attempt not counted", () => {
    const state = failedState({ ...missed, attempt: 2, failures: 2, misses: 2 });
    expect(nextUnitAction(state, corrects(retryMisses))).toEqual(dispatchOf(3, 1, { afterFailures: 1 }));
    const spent = failedState({ ...missed, attempt: 3, failures: 3, misses: 3 });
    expect(nextUnitAction(spent, corrects(retryMisses))).toEqual({ kind: "failed" });
  });

  // shows: schema-396a
  test("is not corrected where it is a fixed command", () => {
    expect(nextUnitAction(failedState(missed), policyOf())).toEqual({ kind: "failed" });
  });

  test("carries the reason again when its engine died, or was stopped, while it was corrected", () => {
    const lost = unitState({ ...missed, attempt: 2, failures: 1 });
    expect(nextUnitAction(lost, corrects())).toEqual(
      dispatchOf(2, 2, { reclaims: true, correction: "/k: is missing" }),
    );
    const stopped = failedState({ ...missed, failureReason: "aborted", attempt: 2 });
    expect(nextUnitAction(stopped, corrects())).toEqual(dispatchOf(3, 1, { correction: "/k: is missing" }));
  });

  test("begins afresh when its run was reopened", () => {
    const state = failedState({ ...missed, attempt: 2, misses: 2 });
    expect(nextUnitAction(state, policyOf(undefined, { corrects: true, epoch: 1 }))).toEqual(dispatchOf(3));
  });
});
