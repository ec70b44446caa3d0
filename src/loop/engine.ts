import type { StopReason } from "../contract/index.ts";
import type { Clock, Dispatcher, EventSink, Journal, RunLock } from "../ports/index.ts";

/** The world as the loop sees it; `compose.ts` builds it, tests script it. */
export interface EngineParts {
  journal: Journal;
  runLock: RunLock;
  dispatcher: Dispatcher;
  clock: Clock;
  sink: EventSink;
  /** The host's safety cap on width, taken now, never frozen (decision R8). */
  hostConcurrency: number;
}

export interface DriveOptions {
  /** Stop after so many finished steps; a gate loop counts once, a skipped step not at all. */
  maxSteps?: number;
  /** Times a failed run is reopened and its failed step tried again (not after rejections or interruptions). */
  maxRetries?: number;
  /** Of the locks of the runs below as well: what drove them went with what drove this one. */
  takeOver?: boolean;
  /** Aborting it ends what is in flight and leaves the run resumable; `signal.reason` is a {@link StopCause}. */
  stop: AbortSignal;
}

export type StopCause = "SIGINT" | "SIGTERM" | "SIGHUP" | "timeout";

export interface StepExecution {
  stepId: string;
  ok: boolean;
  units: number;
  reusedUnits: number;
  failedUnits: number;
  loop: number;
  summary: string;
}

export interface DriveResult {
  executed: StepExecution[];
  stepsProcessed: number;
  /** The run is completed. */
  done: boolean;
  reason?: StopReason;
  gateRejection?: { stepId: string; missing: string[]; feedback: string };
  /** Over the whole run, not only this invocation. */
  usage: { units: number; inputTokens: number; outputTokens: number };
}
