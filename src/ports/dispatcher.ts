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
  /** Absent: unbounded. */
  timeoutMs?: number;
  env: readonly PlanEnvBinding[];
  outputSchema?: JsonObject;
  context: UnitContext;
  /** The whole text for an engine, made only when asked for. */
  prompt(): Prompt;
}

export interface DispatchEvents {
  /** A process group now works on the attempt. Called at most once. */
  onProcess(identity: () => ProcessIdentity): void;
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
  /** Ends what attempts shared (an agent's server) and none uses now; the next attempt may start it anew. Never rejects. */
  dispose(): Promise<void>;
}
