import type { RunStatus } from "../contract/index.ts";
import type {
  AttemptRecord,
  JournalEntry,
  RunEvent,
  RunEventType,
  RunRecord,
  StepRecord,
} from "../run/index.ts";

/** A run about to be published, with its spine. */
export interface NewRun {
  run: Omit<RunRecord, "status" | "currentStepId" | "epoch" | "updatedAt">;
  planJson: string;
  steps: Pick<StepRecord, "stepId" | "sequenceIndex" | "kind">[];
}

export interface RunFilter {
  /** Absent: every scope. */
  scopeKey?: string;
  workflowRef?: string;
  /** Absolute. Two projects of one scope may each have a workflow of the same ref. */
  sourcePath?: string;
  statuses?: readonly RunStatus[];
  /** Default false: runs with a parent are left out. */
  children?: boolean;
  parentRunId?: string;
  /** Only runs that nothing happened to since this instant, RFC 3339 UTC. */
  updatedBefore?: string;
  limit?: number;
}

/** How many rows of each kind. */
export interface RowCounts {
  runs: number;
  units: number;
  events: number;
}

export interface RunUsage {
  units: number;
  inputTokens: number;
  outputTokens: number;
}

export interface EventFilter {
  runId?: string;
  type?: RunEventType;
  /** Only events with a greater id. */
  afterId?: number;
  /** Only events at or after this instant, RFC 3339 UTC. */
  since?: string;
  limit?: number;
  /** With a limit: the newest so many rather than the oldest, in the same order. */
  newest?: boolean;
}

export interface AttemptFilter {
  /** Only of this step. */
  stepId?: string;
  /** Only attempts that are out. */
  status?: "running";
  /** Default true: false leaves `result` out and reads none. */
  results?: boolean;
}

/** The reading half, for commands that must never create or migrate a database. */
export interface JournalReader {
  loadRun(runId: string): Promise<RunRecord | undefined>;
  /** Ids that begin with the prefix, at most `limit`. */
  findRunIds(prefix: string, limit: number): Promise<string[]>;
  /** Newest first by instant. */
  listRuns(filter: RunFilter): Promise<RunRecord[]>;
  /** In spine order. `evidence: false` leaves that out and reads none; it is there by default. */
  loadSteps(runId: string, options?: { evidence?: boolean }): Promise<StepRecord[]>;
  /** In the order they were recorded; of one step when that is given in place of a filter. */
  loadAttempts(runId: string, filter?: string | AttemptFilter): AsyncIterable<AttemptRecord>;
  loadPlanJson(runId: string): Promise<string>;
  /** Attempts sent out (a crash reclaim is not counted again) and tokens, over the whole run. */
  loadUsage(runId: string): Promise<RunUsage>;
  /** Oldest first. */
  loadEvents(filter: EventFilter): Promise<RunEvent[]>;
  close(): void;
}

/** A reader on its own, which can hold still while an engine writes. */
export interface SnapshotReader extends JournalReader {
  /** Everything read within `work` is of one instant: that of its first read. Not to be nested; to be short. */
  atOneInstant<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * The durable record a run is rebuilt from. Errors: `STATE_DB_CONTENDED` after 10 s of a busy database,
 * `STATE_DB_CORRUPT`, `STATE_DB_UNWRITABLE` (read-only, disk full).
 */
export interface Journal extends JournalReader {
  /**
   * Publishes a run, unless the scope already has an active top-level run of that ref and source path: then that one is returned and
   * nothing is written. `event` is the `workflow_started` of a created run. With `alsoIfActive` (`--new`) it always publishes.
   * A child is published unless there is a run of its id. `guard` is called right before publishing; what it throws is thrown, and nothing is written.
   */
  createRun(
    newRun: NewRun,
    options: { alsoIfActive: boolean; guard?: () => void },
  ): Promise<{ run: RunRecord; created: boolean; event?: RunEvent }>;

  /**
   * Makes the entries durable, all or none, and resolves with the events they became. Calls made in the same turn of the
   * event loop share one commit. An `attempt-finished` for a row that is no longer `running` rejects with `INTERNAL`.
   */
  record(entries: readonly JournalEntry[]): Promise<RunEvent[]>;

  /**
   * Takes runs out with all that is recorded of them, all or none: those of the ids that have ended. One that is active or
   * blocked by now, or not there, is passed over.
   */
  deleteRuns(runIds: readonly string[]): Promise<RowCounts>;

  /** Gives the disk back what deleted rows took. Bytes of the database before and after. */
  shrink(): Promise<{ bytesBefore: number; bytesAfter: number }>;

  /** Runs `work` while no other process can, for the lock's reclaim (decision R9). */
  exclusively<T>(work: () => T): Promise<T>;
}
