import type { JsonObject } from "../contract/index.ts";
import type { FrozenTarget, Plan, PlanEnvBinding } from "../plan/index.ts";
import type { AttemptOutcome, AttemptRecord, ProcessIdentity } from "../run/index.ts";
import type { Prompt, UnitContext } from "../step/index.ts";

/** One attempt, handed to what runs it. Context values are canonical JSON text, made once a step. */
export interface DispatchRequest {
  runId: string;
  stepId: string;
  unitId: string;
  dispatchId: string;
  attempt: number;
  target: FrozenTarget;
  instructions: string;
  /** The directory to work in, absolute. */
  cwd: string;
  /** Present exactly when the unit asked for a worktree: what to make one of. */
  worktreeOf?: GitBase;
  /** Absent: unbounded. */
  timeoutMs?: number;
  env: readonly PlanEnvBinding[];
  outputSchema?: JsonObject;
  context: UnitContext;
  /** The whole text for an engine, made only when asked for. */
  prompt(): Prompt;
}

/** The repository and commit a run was frozen at; a part that is missing was not to be had then. */
export interface GitBase {
  root?: string;
  commit?: string;
}

/** The worktree an attempt has; `salvageRefs` once commits made in it were given refs. */
export interface AttemptWorktree {
  path: string;
  salvageRefs?: readonly string[];
}

export interface DispatchEvents {
  /** A process group now works on the attempt. Called at most once. */
  onProcess(identity: () => ProcessIdentity): void;
  /** Resolves once it is journaled. Called before the worktree is made, and again where commits were saved. */
  onWorktree?(worktree: AttemptWorktree): Promise<void>;
  /** Something the user should know that does not change the outcome. */
  onWarning(message: string): void;
  /** A sign of life of a model or an agent (a streamed piece, a tool call), for progress only: at most 200 characters, redacted. */
  onProgress?(text: string): void;
}

/** Runs attempts. Every outcome is a value; it rejects only for a defect of ours. */
export interface Dispatcher {
  /**
   * Told once before a run is driven. Whatever the run may hold that must not be written down is known to the dispatcher
   * afterwards, in a resumed run as in one that was never cut.
   */
  prepareRun?(run: { plan: Plan; params: JsonObject }, onWarning: (message: string) => void): Promise<void>;
  /** Throws `WORKING_DIRECTORY_MISSING` when the directory a run's units work in is gone (decision R12). */
  requireDirectory(cwd: string): void;
  /** When `signal` aborts, the work is ended (kill ladder) and the outcome is `failed`/`aborted`, unless it had already ended. */
  dispatch(request: DispatchRequest, signal: AbortSignal, events: DispatchEvents): Promise<AttemptOutcome>;
  /** Ends whatever a dead engine left running for these attempts; resolves when it is gone. */
  reapStrays(attempts: readonly AttemptRecord[]): Promise<void>;
  /**
   * Saves what such attempts left in their worktrees, once nothing works there any more. Resolves with those whose commits were given refs,
   * in their order. Never rejects.
   */
  salvage?(
    attempts: readonly AttemptRecord[],
    onWarning: (message: string) => void,
  ): Promise<{ attempt: AttemptRecord; worktree: AttemptWorktree }[]>;
  /**
   * Why no worktree can be made for a run that works in `cwd`, with what to do about it; undefined when one can. What of the repository will
   * not be in the worktrees is said once.
   */
  examineBase?(base: GitBase, cwd: string, onWarning: (message: string) => void): Promise<string | undefined>;
  /** Ends what attempts shared (an agent's server) and none uses now; the next attempt may start it anew. Never rejects. */
  dispose(): Promise<void>;
}
