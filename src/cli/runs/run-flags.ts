import { type Call, countFlag, switchOn, textFlag } from "../call.ts";
import type { FlagSpec } from "../verb.ts";
import { parseTimeout } from "./stop-signal.ts";

export const TAKE_OVER: FlagSpec = {
  name: "take-over",
  summary: "Take the run from a holder on another machine",
};

/** What `akm workflow run` keeps for itself among the words after its target. */
export const RUN_FLAGS: readonly FlagSpec[] = [
  { name: "max-steps", value: "n", summary: "Stop after n finished steps" },
  {
    name: "max-retries",
    value: "n",
    summary: "Try a failed step again up to n times; with a run id, also of a run that failed",
  },
  { name: "timeout", value: "time", summary: "Stop after 500ms, 30s, 5m or 2h; the run can be resumed" },
  { name: "new", summary: "Start another run instead of going on with the active one" },
  { name: "skip-if-locked", summary: "Succeed without doing anything if another process drives the run" },
  { name: "params-file", value: "file", summary: "Params as one JSON object; - reads stdin" },
  TAKE_OVER,
];

export interface RunFlags {
  maxSteps: number | undefined;
  maxRetries: number | undefined;
  timeoutMs: number | undefined;
  startNew: boolean;
  skipIfLocked: boolean;
  takeOver: boolean;
  paramsFile: string | undefined;
}

/** Read before anything is touched. Errors: `INVALID_FLAG_VALUE`. */
export function readRunFlags(call: Call): RunFlags {
  const timeout = textFlag(call, "timeout");
  return {
    maxSteps: countFlag(call, "max-steps", 0),
    maxRetries: countFlag(call, "max-retries", 0),
    timeoutMs: timeout === undefined ? undefined : parseTimeout(timeout),
    startNew: switchOn(call, "new"),
    skipIfLocked: switchOn(call, "skip-if-locked"),
    takeOver: switchOn(call, "take-over"),
    paramsFile: textFlag(call, "params-file"),
  };
}
