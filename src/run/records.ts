import type {
  AttemptStatus,
  FailureReason,
  Json,
  JsonObject,
  RunStatus,
  StepKind,
  StepStatus,
} from "../contract/index.ts";
import type { StepEvidence } from "../step/index.ts";

/** A run's row. Times are RFC 3339 UTC. */
export interface RunRecord {
  runId: string;
  workflowRef: string;
  workflowTitle: string;
  /** The real path of the source file, read again only to warn that it changed. */
  sourcePath: string;
  status: RunStatus;
  /** The step the run stands at; stays on a failed or blocked step; null once completed. */
  currentStepId: string | null;
  params: JsonObject;
  scopeKey: string;
  planIrVersion: number;
  planHash: string;
  sourceHash: string;
  /** Times the run was reopened; a unit's retry allowance counts only attempts of the current one. */
  epoch: number;
  outputs?: JsonObject;
  parentRunId?: string;
  spawnedByUnitId?: string;
  createdAt: string;
  updatedAt: string;
}

/** A step's row. Attempts rebuild everything but what stands here. */
export interface StepRecord {
  stepId: string;
  /** Position on the spine, from 0. */
  sequenceIndex: number;
  kind: StepKind;
  status: StepStatus;
  notes?: string;
  /** For display: bounded, truncation marked (decision R2). Never read back into a run. */
  evidence?: StepEvidence;
  /** The branch a route chose, so that a resumed run replays it. */
  selectedStepId?: string;
  /** How many units the step has, known once its work list was first computed; a map's artifact has this length. */
  unitCount?: number;
  /** The gate loop the step stands in, from 1. */
  loop: number;
  /** The loop the present set of `gate.max_loops` began with; reopening a run begins a fresh set (decision R13). */
  firstLoop: number;
  startedAt?: string;
  completedAt?: string;
}

/**
 * One dispatch of one attempt. `attempt` counts from 1 and grows with each retry; `dispatch` counts from 1 and grows
 * when a crash made the same attempt go out again under the same `dispatchId` (decision R1).
 * A row is named by (runId, unitId, attempt, dispatch).
 */
export interface AttemptRecord {
  runId: string;
  stepId: string;
  unitId: string;
  /** The step id, or `<step>.gate` for a judgement. */
  nodeId: string;
  runner: "exec" | "llm" | "agent" | "script" | "child-workflow" | "person";
  engine?: string;
  model?: string;
  status: AttemptStatus;
  attempt: number;
  dispatch: number;
  dispatchId: string;
  loop: number;
  /** 0-based position in a map. */
  itemIndex?: number;
  inputHash: string;
  /** {@link RunRecord.epoch} when it went out. */
  epoch: number;
  /** Absent for a result that is no output (an empty free text). */
  result?: Json;
  failureReason?: FailureReason;
  /** Diagnostic, at most 2000 characters. */
  error?: string;
  inputTokens?: number;
  outputTokens?: number;
  costUsd?: number;
  /** The agent's own name for what it did. */
  sessionId?: string;
  /** Where the agent keeps its transcript of it. */
  transcriptPath?: string;
  /** The worktree it had of its own, also when that was removed since. */
  worktreePath?: string;
  /** The refs under which commits made there are kept. */
  salvageRefs?: string[];
  /** The process group that works on it, so that a later engine can end what a dead one left behind. */
  process?: ProcessIdentity;
  startedAt: string;
  finishedAt?: string;
}

/** Enough to know a process again: a pid alone may have been given away since. */
export interface ProcessIdentity {
  pid: number;
  /** Opaque start-time token of the platform, compared for equality; absent where the platform tells none. */
  startToken?: string;
  /** Opaque boot identity, likewise. */
  bootId?: string;
}

/** One line of the log. Ids grow; statuses, counts and ids only, never content (decision C5). */
export interface RunEvent {
  id: number;
  at: string;
  type: RunEventType;
  runId: string;
  stepId?: string;
  unitId?: string;
  attempt?: number;
  status?: string;
  failureReason?: FailureReason;
  unitCount?: number;
  durationMs?: number;
}

export const RUN_EVENT_TYPES = [
  "workflow_started",
  "workflow_resumed",
  "workflow_reopened",
  "workflow_interrupted",
  "workflow_finished",
  "workflow_abandoned",
  "step_started",
  "step_finished",
  "step_reset",
  "unit_started",
  "unit_interrupted",
  "unit_finished",
  "gate_judged",
] as const;
export type RunEventType = (typeof RUN_EVENT_TYPES)[number];
