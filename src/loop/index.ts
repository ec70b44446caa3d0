export { driveRun } from "./drive-run.ts";
export type { DriveOptions, DriveResult, EngineParts, StepExecution, StopCause } from "./engine.ts";
export { reopenRun } from "./reopen-run.ts";
export { type OldRuns, removeOldRuns } from "./remove-old-runs.ts";
export { abandonRun } from "./abandon-run.ts";
export { answerGate, type GateAnswer } from "./answer-gate.ts";
export { hopelessBecause } from "./hopeless-because.ts";
