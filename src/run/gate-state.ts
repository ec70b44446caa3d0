import { readVerdict, type Verdict } from "../step/index.ts";
import type { UnitState, UnitStates } from "./unit-state.ts";

/** Where a step's gate stands in one loop: still to be asked, as judgement `number`, or answered. */
export type GatePosition = { kind: "ask"; number: number } | { kind: "answered"; verdict: Verdict };

/**
 * Told from the judgements journaled so far, in order. A rejection from before the run was reopened is asked again about the same
 * artifact, under the next number (decision R13); a judge that could not answer is asked again under its own. Pure.
 */
export function gatePosition(judgements: UnitStates, loop: number, epoch: number): GatePosition {
  const states = [...judgements.values()];
  const last = states.at(-1);
  if (last === undefined) return { kind: "ask", number: 1 };
  if (last.status !== "completed") return { kind: "ask", number: states.length };
  const verdict = verdictOf(last);
  const stands = last.loop === loop && verdict !== undefined && (verdict.complete || last.epoch === epoch);
  return stands ? { kind: "answered", verdict } : { kind: "ask", number: states.length + 1 };
}

/** What the judgement that ended a loop asked for, if it was a rejection. */
export function rejectionOf(judgements: UnitStates, loop: number): Verdict | undefined {
  const verdicts = [...judgements.values()].filter((state) => state.loop === loop).map(verdictOf);
  return verdicts.reverse().find((verdict) => verdict !== undefined && !verdict.complete);
}

export function verdictOf(state: UnitState | undefined): Verdict | undefined {
  return state?.status === "completed" ? readVerdict(state.result ?? null) : undefined;
}
