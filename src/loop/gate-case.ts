import type { Json } from "../contract/index.ts";
import type { PlanGate } from "../plan/index.ts";
import type { Ceiling, GateFeedback } from "../step/index.ts";

/** How a step's gate was decided in one loop. */
export type GateResult =
  | { kind: "passed" }
  /** `judged` is false for a schema mismatch, which no judge saw. */
  | { kind: "rejected"; feedback: GateFeedback; judged: boolean }
  /** The gate could not be decided: a person must act. */
  | { kind: "blocked"; notes: string }
  | { kind: "over-budget"; ceiling: Ceiling }
  | { kind: "unfinished" };

/** What a loop came to, brought before the step's gate. */
export interface GateCase {
  stepId: string;
  gate: PlanGate;
  loop: number;
  artifact: Json;
  units: number;
  failedUnits: number;
}

/** What is to be said of a gate that kept its step from completing; undefined where it said nothing. */
export function gateNotes(gate: GateResult): string | undefined {
  if (gate.kind === "blocked") return gate.notes;
  if (gate.kind === "over-budget")
    return `Stopped: budget exceeded (${gate.ceiling} ceiling) before the gate was judged.`;
  if (gate.kind !== "rejected" || !gate.judged) return undefined;
  const { feedback, missing } = gate.feedback;
  return `The gate was not passed: ${[...missing, feedback].filter((text) => text !== "").join("; ")}`;
}
