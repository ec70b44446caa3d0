import type {
  FailureReason,
  Isolation,
  Json,
  JsonObject,
  OnError,
  ScriptExtension,
} from "../contract/index.ts";
import type { FrozenEngine } from "./engine.ts";

/**
 * What a run follows from start to end: frozen, self-contained, immutable. It is stored as canonical JSON;
 * `planHash` is the SHA-256 of that text in lower-case hex. Optional keys are absent, never null.
 */
export interface Plan {
  irVersion: 6;
  workflow: {
    /** Qualified ref (`project//workflows/ship`), or the real path of a workflow given by path. */
    ref: string;
    title: string;
    description: string;
    sourceFormat: "markdown" | "github-yaml";
  };
  /** SHA-256 of the source file's bytes at freeze, lower-case hex. */
  sourceHash: string;
  /** The directory every unit works in, absolute, resolved once at freeze (decision R12). */
  cwd: string;
  /** The repository around `cwd` at freeze, absent outside git; `commit` is absent on an unborn branch. */
  git?: { root: string; commit?: string };
  params: PlanParam[];
  execution: { maxConcurrency: number };
  budget?: { maxUnits?: number; maxTokens?: number };
  outputs?: PlanOutput[];
  steps: PlanStep[];
}

/** The names a completed run's exports have: its declared outputs, else what tells the run itself. */
export function exportNames({ outputs }: Pick<Plan, "outputs">): string[] {
  return outputs?.map(({ name }) => name) ?? ["runId", "status"];
}

export interface PlanParam {
  name: string;
  schema: JsonObject;
  default?: Json;
}

export interface PlanOutput {
  name: string;
  /** A reference string into a step's artifact. */
  from: string;
  schema?: JsonObject;
}

export type PlanStep = PlanUnitStep | PlanMapStep | PlanRouteStep;

interface PlanStepBase {
  id: string;
  instructions: string;
  gate?: PlanGate;
}

export interface PlanUnitStep extends PlanStepBase {
  kind: "unit";
  /** Reference strings, in authored order. */
  inputs: string[];
  outputSchema?: JsonObject;
  unit: PlanUnit;
}

export interface PlanMapStep extends PlanStepBase {
  kind: "map";
  inputs: string[];
  outputSchema?: JsonObject;
  over: string;
  /** The step's own width, resolved at freeze; the run's and the host's still apply. */
  concurrency: number;
  reducer: "collect";
  unit: PlanUnit;
}

export interface PlanRouteStep extends PlanStepBase {
  kind: "route";
  input: string;
  branches: { match: string; step: string }[];
  default?: string;
}

/** `maxLoops` is the effective number: 1 for exec and child steps (decision R13). */
export interface PlanGate {
  rubric?: string;
  /** The engine that judges; there exactly when there is a rubric. */
  judge?: FrozenEngine;
  /** Absent: unbounded. */
  judgeTimeoutMs?: number;
  maxLoops: number;
  approve?: boolean;
}

export interface PlanUnit {
  target: FrozenTarget;
  /** Absent: unbounded. */
  timeoutMs?: number;
  retry?: { max: number; on: FailureReason[] };
  onError: OnError;
  env: PlanEnvBinding[];
  isolation: Isolation;
  outputSchema?: JsonObject;
  /** What a composed task's inputs, or a child's params, are bound to; absent where there are none. */
  inputBindings?: PlanInputBinding[];
  /** The task that stands between the step and its target. */
  taskRef?: string;
}

/** A value fixed at freeze, or a reference resolved, and checked against the schema again, when the unit is sent out. */
export type PlanInputBinding =
  | { name: string; schema: JsonObject; value: Json }
  | { name: string; schema: JsonObject; from: string };

/** What a unit is handed to, every setting fixed. A new kind is a new member and a file in `targets/`. */
export type FrozenTarget = ShellTarget | ScriptTarget | ChildWorkflowTarget | CommandTarget;

/** An argv command, spawned without a shell. */
export interface ShellTarget {
  kind: "shell";
  command: string[];
  /** Relative to the unit's working directory, contained in it. */
  cwd?: string;
  passEnv: string[];
}

/** A script asset, its bytes with the plan; run from a private file by what its extension stands for. */
export interface ScriptTarget {
  kind: "script";
  /** Qualified. */
  ref: string;
  /** With the dot. */
  extension: ScriptExtension;
  contentBase64: string;
  /** Relative to the unit's working directory, contained in it. */
  cwd?: string;
}

/** Another workflow, whole. Nothing of it is read again; its hashes are provenance. */
export interface ChildWorkflowTarget {
  kind: "child-workflow";
  /** Qualified. */
  ref: string;
  /** Named by the step itself, or by a task that the step names. */
  via: "direct" | "task";
  /** The real path of its source file. */
  sourcePath: string;
  planHash: string;
  plan: Plan;
}

/** An instruction for an engine. */
export interface CommandTarget {
  kind: "command";
  engine: FrozenEngine;
}

export type PlanEnvBinding =
  | { kind: "group"; ref: string }
  | { kind: "secret"; name: string; ref: string }
  | { kind: "literal"; name: string; value: string };
