import type { StopReason } from "../contract/index.ts";
import { AkmError, ERROR_CODES, type ErrorCode } from "../errors/index.ts";

/** How a command ended, short of a thrown error. */
export type Ending =
  | { kind: "done" }
  /** The command worked and what it looked at is not as it should be (lint, doctor). */
  | { kind: "found-wanting" }
  /** Help was shown in place of a command that was not named. */
  | { kind: "no-command" }
  /** A program ran in akm's place, and its status is akm's. */
  | { kind: "command-ended"; status: number }
  | { kind: "run-stopped"; reason: StopReason; signal?: InterruptSignal };

export type InterruptSignal = "SIGHUP" | "SIGINT" | "SIGTERM";
export const INTERRUPT_SIGNALS: readonly InterruptSignal[] = ["SIGHUP", "SIGINT", "SIGTERM"];

/** As shells report a death by signal: 128 and its number. */
const SIGNAL_STATUS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

const STOP_STATUS: Record<Exclude<StopReason, "interrupted">, number> = {
  failed: 1,
  "gate-rejected": 1,
  budget: 1,
  timeout: 1,
  blocked: 3,
  waiting: 4,
};

/** The one place where what happened becomes an exit status (spec cli.md, "exit"). */
export function exitStatusOf(ending: Ending): number {
  switch (ending.kind) {
    case "done":
      return 0;
    case "found-wanting":
      return 1;
    case "no-command":
      return 2;
    case "command-ended":
      return ending.status;
    case "run-stopped":
      if (ending.reason !== "interrupted") return STOP_STATUS[ending.reason];
      return exitStatusOfSignal(ending.signal ?? "SIGTERM");
  }
}

export function exitStatusOfSignal(signal: InterruptSignal): number {
  return SIGNAL_STATUS[signal];
}

export function exitStatusOfError(error: unknown): number {
  return ERROR_CODES[codeOf(error)].exit;
}

/** What is not one of ours is a defect of ours, but for a limit that is met wherever a file is opened. */
export function codeOf(error: unknown): ErrorCode {
  if (error instanceof AkmError) return error.code;
  return isFileLimit(error) ? "SYSTEM_LIMIT" : "INTERNAL";
}

function isFileLimit(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "EMFILE" || code === "ENFILE";
}
