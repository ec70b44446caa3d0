export * from "./records.ts";
export type * from "./journal-entries.ts";
export { type RunState, type SpinePosition, spineOf } from "./run-state.ts";
export { type NextAction, nextAction } from "./next-action.ts";
export { advanceSpine, type StepOutcome } from "./spine.ts";
export { applyEntry } from "./transitions.ts";
export { reopenEntry } from "./reopen.ts";
export { foldAttempt, foldAttempts, unitResults, type UnitState, type UnitStates } from "./unit-state.ts";
export { nextUnitAction, type UnitAction, type UnitPolicy } from "./unit-action.ts";
export {
  type GatePosition,
  gatePosition,
  hasLoopsLeft,
  nextJudgement,
  rejectionOf,
  runRejection,
  verdictOf,
} from "./gate-state.ts";
export { isStopped, runsAbove, spawningStep, standsAt, wasAbandoned } from "./run-line.ts";
export { openingCommand, runCommand, type WayOn, wayOn } from "./way-on.ts";
export { outputSteps, resolveRunOutputs, type RunOutputs } from "./outputs.ts";
export { eventOf, isJudgement, type RunEventBody } from "./events.ts";
