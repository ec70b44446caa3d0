import { CRASH_DISPATCHES_MAX } from "../contract/index.ts";
import { mayRetry, type RetryPolicy } from "../step/index.ts";
import type { UnitState } from "./unit-state.ts";

/** What is to be done with a unit next, told from its journaled state alone. */
export type UnitAction =
  /** Completed before: its row stands in for a dispatch. */
  | { kind: "reuse" }
  /** Failed for good, until the run is reopened. */
  | { kind: "failed" }
  /**
   * To be sent out. `reclaims`: the engine died while this same attempt was out, so its open row is closed as interrupted and
   * the attempt goes out again. `afterFailures`: it is a retry, due after the delay of that many failures.
   */
  | { kind: "dispatch"; attempt: number; dispatch: number; reclaims: boolean; afterFailures?: number }
  /** The engine died each time this attempt was out: its open row is closed as `crash_loop`. */
  | { kind: "crash-loop"; attempt: number; dispatch: number };

/** Pure: the state, the run's epoch and the frozen policy decide (decisions R1, R4). */
export function nextUnitAction(
  state: UnitState | undefined,
  epoch: number,
  policy: RetryPolicy | undefined,
): UnitAction {
  if (state === undefined) return { kind: "dispatch", attempt: 1, dispatch: 1, reclaims: false };
  switch (state.status) {
    case "completed":
      return { kind: "reuse" };
    case "running":
      return reclaim(state);
    case "interrupted":
      return newAttempt(state);
    case "failed":
      return afterFailure(state, epoch, policy);
    default:
      return state.status satisfies never;
  }
}

function reclaim({ attempt, dispatch }: UnitState): UnitAction {
  if (dispatch >= CRASH_DISPATCHES_MAX) return { kind: "crash-loop", attempt, dispatch };
  return { kind: "dispatch", attempt, dispatch: dispatch + 1, reclaims: true };
}

function afterFailure(state: UnitState, epoch: number, policy: RetryPolicy | undefined): UnitAction {
  if (state.failureReason === "aborted" || state.epoch !== epoch) return newAttempt(state);
  if (state.failureReason !== undefined && mayRetry(policy, state.failureReason, state.failures))
    return { ...newAttempt(state), afterFailures: state.failures };
  return { kind: "failed" };
}

function newAttempt({ attempt }: UnitState): Extract<UnitAction, { kind: "dispatch" }> {
  return { kind: "dispatch", attempt: attempt + 1, dispatch: 1, reclaims: false };
}
