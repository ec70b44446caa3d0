import type { StepOutcome } from "../run/index.ts";
import type { Ceiling, GateFeedback, StepConclusion } from "../step/index.ts";
import type { StepExecution } from "./engine.ts";
import { type GateResult, gateNotes } from "./gate-case.ts";

/** How driving one step ended. `unfinished`: the engine was stopped; the step stays where it is. */
export type DrivenStep =
  | {
      kind: "concluded";
      outcome: StepOutcome;
      executions: StepExecution[];
      ceiling?: Ceiling;
      rejection?: GateFeedback;
    }
  | { kind: "unfinished"; executions: StepExecution[] };

/** What a step's last loop came to, before its gate had the last word. */
export type UngatedOutcome = Pick<StepConclusion, "status" | "summary" | "evidence" | "ceiling"> &
  Pick<StepOutcome, "unitCount" | "loop" | "selectedStepId">;

/** A step completes only as what it came to and as its gate lets it. */
export function concludeGated(
  { status, summary, evidence, ceiling, unitCount, loop, selectedStepId }: UngatedOutcome,
  gate: GateResult,
  executions: StepExecution[],
): DrivenStep {
  const notes = gateNotes(gate);
  const hit = gate.kind === "over-budget" ? gate.ceiling : ceiling;
  return {
    kind: "concluded",
    outcome: {
      evidence,
      unitCount,
      loop,
      ...(selectedStepId === undefined ? {} : { selectedStepId }),
      status: gate.kind === "blocked" ? "blocked" : gate.kind === "passed" ? status : "failed",
      notes: notes === undefined ? summary : `${summary} ${notes}`,
    },
    executions,
    ...(hit === undefined ? {} : { ceiling: hit }),
    ...(gate.kind === "rejected" && gate.judged ? { rejection: gate.feedback } : {}),
  };
}
