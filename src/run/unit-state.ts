import type { AttemptStatus, FailureReason, Json } from "../contract/index.ts";
import type { UnitEnding, UnitResult } from "../step/index.ts";
import type { AttemptRecord } from "./records.ts";

/** What the journal says of one unit: its latest dispatch, and what it has spent of its retry allowance. */
export interface UnitState {
  unitId: string;
  status: AttemptStatus;
  attempt: number;
  dispatch: number;
  epoch: number;
  /** Failed attempts since the run was last reopened; interrupted and aborted ones spend nothing. */
  failures: number;
  /** Those of them whose answer did not parse or missed its schema. */
  misses: number;
  /** Why the last such answer was not accepted. */
  missed?: string;
  loop: number;
  /** 0-based position in a map. */
  itemIndex?: number;
  result?: Json;
  failureReason?: FailureReason;
  error?: string;
}

export type UnitStates = Map<string, UnitState>;

/**
 * Folds attempts, in the order they were recorded, into what stands of each unit of one node: the step itself, or the judgements of
 * its gate.
 */
export async function foldAttempts(
  attempts: AsyncIterable<AttemptRecord>,
  nodeId: string,
  { keepResults = true } = {},
): Promise<UnitStates> {
  const states: UnitStates = new Map();
  for await (const attempt of attempts) {
    if (attempt.nodeId !== nodeId) continue;
    const state = foldAttempt(states.get(attempt.unitId), attempt);
    if (!keepResults) delete state.result;
    states.set(attempt.unitId, state);
  }
  return states;
}

/** What a unit's state is told from. */
export type FoldedAttempt = Pick<
  AttemptRecord,
  | "unitId"
  | "status"
  | "attempt"
  | "dispatch"
  | "epoch"
  | "loop"
  | "itemIndex"
  | "result"
  | "failureReason"
  | "error"
>;

/** The later record of one unit over what stood of it before. */
export function foldAttempt(before: UnitState | undefined, attempt: FoldedAttempt): UnitState {
  const earlier = before?.epoch === attempt.epoch ? before : undefined;
  return {
    unitId: attempt.unitId,
    status: attempt.status,
    attempt: attempt.attempt,
    dispatch: attempt.dispatch,
    epoch: attempt.epoch,
    failures: (earlier?.failures ?? 0) + (spendsRetry(attempt) ? 1 : 0),
    misses: (earlier?.misses ?? 0) + (isMiss(attempt.failureReason) ? 1 : 0),
    ...missedOf(attempt, earlier),
    loop: attempt.loop,
    ...(attempt.itemIndex === undefined ? {} : { itemIndex: attempt.itemIndex }),
    ...(attempt.result === undefined ? {} : { result: attempt.result }),
    ...(attempt.failureReason === undefined ? {} : { failureReason: attempt.failureReason }),
    ...(attempt.error === undefined ? {} : { error: attempt.error }),
  };
}

/**
 * A step's units of one gate loop in item order, as its reducer needs them; a unit that was never sent out is `not-started`.
 */
export function unitResults(states: UnitStates, unitCount: number, loop: number): UnitResult[] {
  const results = Array.from({ length: unitCount }, (_, index): UnitResult => {
    return { unitId: "", index, ending: { status: "not-started" } };
  });
  for (const state of states.values()) {
    const index = state.itemIndex ?? 0;
    if (state.loop !== loop || index >= unitCount) continue;
    results[index] = { unitId: state.unitId, index, ending: unitEnding(state) };
  }
  return results;
}

/** How the unit ended, as its step sees it. An aborted or lost attempt is work still to do. */
function unitEnding({ status, result, failureReason, error }: UnitState): UnitEnding {
  if (status === "completed") return { status, result: result ?? null };
  if (status !== "failed" || failureReason === undefined || failureReason === "aborted")
    return { status: "not-started" };
  return { status, failureReason, error: error ?? "" };
}

function missedOf(
  { failureReason, error }: FoldedAttempt,
  earlier: UnitState | undefined,
): { missed?: string } {
  const missed = isMiss(failureReason) ? error : earlier?.missed;
  return missed === undefined ? {} : { missed };
}

/** An answer that was not of the asked form, which a model can mend when told why. */
export function isMiss(reason: FailureReason | undefined): boolean {
  return reason === "parse_error" || reason === "validation_error";
}

function spendsRetry({ status, failureReason }: FoldedAttempt): boolean {
  return status === "failed" && failureReason !== "aborted";
}
