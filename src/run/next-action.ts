import { type RunState, type SpinePosition, spineOf } from "./run-state.ts";

/** What an engine that drives the run does next. */
export type NextAction =
  | { kind: "drive-step"; position: SpinePosition }
  /** No route that names the step selected it. */
  | { kind: "skip-step"; position: SpinePosition; notes: string }
  /** Every step is behind; only a run that is not active comes here. */
  | { kind: "nothing" };

/** Resume is this function over folded records; there is no second path. Pure. */
export function nextAction(state: RunState): NextAction {
  if (state.run.status !== "active") return { kind: "nothing" };
  const spine = spineOf(state);
  const position = spine.find(({ record }) => !isBehind(record.status));
  if (position === undefined) return { kind: "nothing" };
  const notes = skipNotes(spine, position.planned.id);
  return notes === undefined ? { kind: "drive-step", position } : { kind: "skip-step", position, notes };
}

function isBehind(status: SpinePosition["record"]["status"]): boolean {
  return status === "completed" || status === "skipped";
}

/**
 * Why the step is skipped, if it is: routes name it and none selected it. A step that several routes name runs if any selected
 * it (decision S7); a router that was itself skipped selects nothing, so skips cascade.
 */
function skipNotes(spine: readonly SpinePosition[], stepId: string): string | undefined {
  const routers = spine.filter(({ planned }) => planned.kind === "route" && names(planned, stepId));
  if (routers.length === 0) return undefined;
  if (routers.some(({ record }) => record.selectedStepId === stepId)) return undefined;
  return `Skipped: ${routers.map(notSelected).join("; ")}.`;
}

function names(step: Extract<SpinePosition["planned"], { kind: "route" }>, stepId: string): boolean {
  return step.default === stepId || step.branches.some((branch) => branch.step === stepId);
}

function notSelected({ planned, record }: SpinePosition): string {
  return record.status === "skipped"
    ? `route ${planned.id} was skipped and selected nothing`
    : `route ${planned.id} selected ${record.selectedStepId ?? "nothing"}`;
}
