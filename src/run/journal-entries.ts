import type { FailureReason, Json, JsonObject, RunStatus, StepStatus } from "../contract/index.ts";
import type { StepEvidence } from "../step/index.ts";
import type { AttemptRecord, ProcessIdentity } from "./records.ts";

/**
 * The only writes the engine makes once a run exists. Entries recorded in one call become durable together or not at
 * all. Every entry but `attempt-process` and `attempt-worktree` is also an event.
 */
export type JournalEntry =
  | { type: "run-resumed"; runId: string; at: string }
  | { type: "run-interrupted"; runId: string; at: string }
  /** failed or blocked -> active: `epoch` becomes the given one, the named steps go back to pending. */
  | { type: "run-reopened"; runId: string; at: string; epoch: number; stepIds: string[] }
  /** -> failed, whatever the steps say; steps active or blocked, and the one it stands at, become failed with `notes`. */
  | { type: "run-abandoned"; runId: string; at: string; notes: string }
  | {
      type: "run-finished";
      runId: string;
      at: string;
      status: Exclude<RunStatus, "active">;
      currentStepId: string | null;
      outputs?: JsonObject;
    }
  /** pending -> active; sets the run's `currentStepId`. Recorded once a loop, with that loop's number. */
  | { type: "step-started"; runId: string; at: string; stepId: string; loop: number; unitCount: number }
  | {
      type: "step-finished";
      runId: string;
      at: string;
      stepId: string;
      status: Extract<StepStatus, "completed" | "failed" | "blocked" | "skipped">;
      notes: string;
      evidence?: StepEvidence;
      selectedStepId?: string;
      unitCount: number;
      loop: number;
      /** Where the run stands afterwards; the failed or blocked step itself, or null at the end. */
      currentStepId: string | null;
    }
  /** active -> pending, with nothing else of the step kept; its attempts stay. */
  | { type: "step-reset"; runId: string; at: string; stepId: string }
  | { type: "attempt-started"; attempt: AttemptStart }
  | { type: "attempt-process"; key: AttemptKey; process: ProcessIdentity }
  /** The worktree is about to be made; later, with `salvageRefs`, what of it was saved. */
  | { type: "attempt-worktree"; key: AttemptKey; path: string; salvageRefs?: readonly string[] }
  | {
      type: "attempt-finished";
      key: AttemptKey;
      stepId: string;
      at: string;
      /** How long it was out, where this engine sent it out. */
      durationMs?: number;
      outcome: AttemptOutcome;
    }
  /** running -> interrupted, for a row whose engine died. */
  | { type: "attempt-interrupted"; key: AttemptKey; stepId: string; at: string };

export type AttemptStart = Omit<
  AttemptRecord,
  | "status"
  | "result"
  | "failureReason"
  | "error"
  | "inputTokens"
  | "outputTokens"
  | "costUsd"
  | "sessionId"
  | "transcriptPath"
  | "process"
  | "salvageRefs"
  | "finishedAt"
>;

export interface AttemptKey {
  runId: string;
  unitId: string;
  attempt: number;
  dispatch: number;
}

/** How an attempt came out: a value, never a thrown error. */
export type AttemptOutcome =
  | ({ status: "completed"; result?: Json } & AttemptUsage)
  | ({ status: "failed"; failureReason: FailureReason; error: string } & AttemptUsage);

/** What an engine reported; absent is unknown, never zero. */
export interface AttemptUsage {
  model?: string;
  sessionId?: string;
  /** Where the agent keeps its own transcript. */
  transcriptPath?: string;
  inputTokens?: number;
  outputTokens?: number;
  costUsd?: number;
}
