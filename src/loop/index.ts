export {
  driveRun,
  type DriveOptions,
  type DriveResult,
  type EngineParts,
  type StepExecution,
  type StopCause,
} from "./drive-run.ts";
export { reopenRun } from "./reopen-run.ts";
export { abandonRun } from "./abandon-run.ts";
