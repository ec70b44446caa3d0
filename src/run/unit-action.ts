import { CRASH_DISPATCHES_MAX } from "../contract/index.ts";
import { mayRetry, type RetryPolicy } from "../step/index.ts";
import { isMiss, type UnitState } from "./unit-state.ts";

/** What is to be done with a unit next, told from its journaled state alone. */
export type UnitAction =
  /** Completed before: its row stands in for a dispatch. */
  | { kind: "reuse" }
  /** Failed for good, until the run is reopened. */
  | { kind: "failed" }
  /**
   * To be sent out. `reclaims`: the engine died while this same attempt was out, so its open row is closed as interrupted and
   * the attempt goes out again. `afterFailures`: it is a retry, due after the delay of that many failures. `correction`: it goes out
   * with the reason why the last answer was not accepted.
   */
  | {
      kind: "dispatch";
      attempt: number;
      dispatch: number;
      reclaims: boolean;
      afterFailures?: number;
      correction?: string;
    }
  /** The engine died each time this attempt was out: its open row is closed as `crash_loop`. */
  | { kind: "crash-loop"; attempt: number; dispatch: number };

/** What decides besides the unit's own state. */
export interface UnitPolicy {
  epoch: number;
  retry: RetryPolicy | undefined;
  /** Whether what the unit is handed to can mend an answer it is told is wrong: a model or an agent, never a fixed argv. */
  corrects: boolean;
  /** A child workflow: whether something below it makes engines die is told by the units there, each by itself. */
  isChild?: boolean;
}

/** Pure: the state, the run's epoch and the frozen policy decide (decisions R1, R4). */
export function nextUnitAction(state: UnitState | undefined, policy: UnitPolicy): UnitAction {
  if (state === undefined) return { kind: "dispatch", attempt: 1, dispatch: 1, reclaims: false };
  switch (state.status) {
    case "completed":
      return { kind: "reuse" };
    case "running":
      return reclaim(state, policy);
    case "interrupted":
      return newAttempt(state);
    case "failed":
      return afterFailure(state, policy);
    default:
      return state.status satisfies never;
  }
}

function reclaim(state: UnitState, policy: UnitPolicy): UnitAction {
  const { attempt, dispatch } = state;
  if (dispatch >= CRASH_DISPATCHES_MAX && policy.isChild !== true)
    return { kind: "crash-loop", attempt, dispatch };
  return {
    kind: "dispatch",
    attempt,
    dispatch: dispatch + 1,
    reclaims: true,
    ...correctionOf(state, policy),
  };
}

function afterFailure(state: UnitState, policy: UnitPolicy): UnitAction {
  if (state.failureReason === undefined) return { kind: "failed" };
  if (state.failureReason === "aborted" || state.epoch !== policy.epoch)
    return { ...newAttempt(state), ...correctionOf(state, policy) };
  if (policy.corrects && isMiss(state.failureReason) && state.misses === 1)
    return { ...newAttempt(state), ...correctionOf(state, policy) };
  const corrected = policy.corrects && state.misses > 0 ? 1 : 0;
  if (mayRetry(policy.retry, state.failureReason, state.failures - corrected))
    return { ...newAttempt(state), afterFailures: state.failures - corrected };
  return { kind: "failed" };
}

/** The one corrective attempt a miss earns carries the reason; so does its reclaim after a crash. */
function correctionOf({ misses, missed, epoch }: UnitState, policy: UnitPolicy): { correction?: string } {
  return policy.corrects && misses === 1 && missed !== undefined && epoch === policy.epoch
    ? { correction: missed }
    : {};
}

function newAttempt({ attempt }: UnitState): Extract<UnitAction, { kind: "dispatch" }> {
  return { kind: "dispatch", attempt: attempt + 1, dispatch: 1, reclaims: false };
}
