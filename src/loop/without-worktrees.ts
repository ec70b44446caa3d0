import type { PlanUnit } from "../plan/index.ts";
import type { StepOutcome, UnitStates } from "../run/index.ts";
import type { WorkList } from "../step/index.ts";
import type { Drive } from "./drive.ts";
import type { StepExecution } from "./engine.ts";

/**
 * Why a step's units cannot have the worktrees they ask for, asked before any is sent out. A unit that was out when an engine died comes
 * first all the same, and finds that out by itself.
 */
export async function worktreeProblem(
  { state: { plan }, parts: { dispatcher, sink } }: Drive,
  { isolation }: PlanUnit,
  states: UnitStates,
): Promise<string | undefined> {
  if (isolation !== "worktree" || [...states.values()].some(({ status }) => status === "running"))
    return undefined;
  return await dispatcher.examineBase?.(plan.git ?? {}, plan.cwd, (message) => sink.warning(message));
}

/** Every unit would come out alike, so none is sent out, and the step fails whatever its `on_error` says. */
export function withoutWorktrees(
  stepId: string,
  loop: number,
  { units }: WorkList,
  problem: string,
): { failed: { kind: "concluded"; outcome: StepOutcome }; execution: StepExecution } {
  const count = units.length;
  const notes = `Executed 0 units: 0 succeeded, 0 failed, ${count} not started. No worktree (worktree_failed): ${problem}`;
  const evidence = {
    output: null,
    units: units.map(({ unitId }) => ({
      unitId,
      status: "failed" as const,
      failureReason: "worktree_failed" as const,
    })),
  };
  return {
    failed: { kind: "concluded", outcome: { status: "failed", notes, unitCount: count, loop, evidence } },
    execution: { stepId, ok: false, units: count, reusedUnits: 0, failedUnits: count, loop, summary: notes },
  };
}
