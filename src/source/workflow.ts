import type { FailureReason, Isolation, Json, JsonObject, OnError } from "../contract/index.ts";
import type { Reference } from "./references.ts";

/** A place in a source file, both from 1; a column counts UTF-16 units of its line. */
export interface Position {
  line: number;
  column: number;
}

/** A value and where it was written. Positions are kept until the last error that could name them. */
export interface Located<T> {
  value: T;
  at: Position;
}

export type SourceFormat = "markdown" | "github-yaml";

/** What either source format is read into (`sourceIrVersion` 1). Nothing downstream knows which it was. */
export interface Workflow {
  sourceIrVersion: 1;
  format: SourceFormat;
  /** The first H1's text, else the description. */
  title: string;
  description: string;
  /** The body before the first step section, never dispatched. */
  preamble: string;
  params: ParamDeclaration[];
  defaults: DispatchDefaults;
  outputs: OutputDeclaration[];
  budget: Budget;
  steps: Step[];
}

export interface ParamDeclaration {
  name: string;
  at: Position;
  /** The declaration without its `default`: a schema of the enforced subset. */
  schema: JsonObject;
  /** A param without a default is required. */
  default?: Json;
}

export interface DispatchDefaults {
  engine?: Located<string>;
  model?: Located<string>;
  llm?: Located<JsonObject>;
  timeout?: Located<Timeout>;
  onError?: Located<OnError>;
}

/** Milliseconds, 1 to 2 147 483 647, or the explicit opt-out. */
export type Timeout = number | "none";

export interface OutputDeclaration {
  name: string;
  at: Position;
  from: Located<Reference>;
  schema?: Located<JsonObject>;
}

export interface Budget {
  maxUnits?: Located<number>;
  maxTokens?: Located<number>;
}

export type Step = UnitStep | MapStep | RouteStep;

interface StepBase {
  id: string;
  at: Position;
  /** The body section, byte-exact and untrimmed (decision S2); empty for a route without one. */
  instructions: string;
  gate?: StepGate;
}

export interface UnitStep extends StepBase {
  kind: "unit";
  inputs: Located<Reference>[];
  /** Schema of the promoted artifact, and of the unit where it declares none (decision S5). */
  output?: Located<JsonObject>;
  unit: Unit;
}

export interface MapStep extends StepBase {
  kind: "map";
  inputs: Located<Reference>[];
  output?: Located<JsonObject>;
  over: Located<Reference>;
  concurrency?: Located<number>;
  unit: Unit;
}

export interface RouteStep extends StepBase {
  kind: "route";
  input: Located<Reference>;
  when: RouteBranch[];
  default?: Located<string>;
}

/** `match` is compared with the text of the input; a boolean or number input matches its JSON text. */
export interface RouteBranch {
  match: Located<string>;
  step: Located<string>;
}

export interface StepGate {
  /** The `### gate` section, byte-exact; absent when there is none or only white space. */
  rubric?: Located<string>;
  maxLoops?: Located<number>;
  approve?: Located<boolean>;
}

/** How one unit is dispatched. `exec` and `uses` exclude each other, and `engine`, `model` and `llm`. */
export interface Unit {
  at: Position;
  exec?: ExecCommand;
  uses?: UsedAsset;
  engine?: Located<string>;
  model?: Located<string>;
  llm?: Located<JsonObject>;
  timeout?: Located<Timeout>;
  retry?: Located<RetryPolicy>;
  onError?: Located<OnError>;
  env: EnvBinding[];
  isolation?: Located<Isolation>;
  output?: Located<JsonObject>;
}

export interface ExecCommand {
  at: Position;
  command: string[];
  cwd?: string;
  passEnv: string[];
}

export interface RetryPolicy {
  max: number;
  on: FailureReason[];
}

/** One entry of a unit's `env:` (decision S4); later entries win. */
export type EnvBinding =
  | { kind: "group"; ref: string; at: Position }
  | { kind: "secret"; name: string; ref: string; at: Position }
  | { kind: "literal"; name: string; value: string; at: Position };

export type AssetFamily = "commands" | "scripts" | "tasks" | "workflows";

/** Another asset that does a unit's work (`uses:`); which one the ref stands for is found out at freeze. */
export interface UsedAsset {
  at: Position;
  family: AssetFamily;
  /** As written: `tasks/deploy`, or the same after `<bundle>//`. */
  ref: string;
  /** As written, also where it is empty: whether the asset takes any is judged at freeze. */
  with?: Located<InputBinding[]>;
  /** Put once in place of `$ARGUMENTS` of a command's text (decision S10). */
  arguments?: Located<string>;
  /** Relative to the unit's working directory, contained in it. */
  cwd?: string;
}

/** One entry of a `with:`: a value, or where to take it from when the unit is sent out. */
export type InputBinding =
  | { kind: "literal"; name: string; at: Position; value: Json }
  | { kind: "reference"; name: string; at: Position; from: Located<Reference> };

/** A task file (source version 4): one target, with typed inputs. */
export interface Task {
  version: 4;
  name?: string;
  description?: string;
  target: TaskTarget;
  inputs: TaskInput[];
  /** Schema of what a command target answers. */
  output?: Located<JsonObject>;
  /** Literals alone. */
  env: EnvBinding[];
  timeout?: Located<Timeout>;
  /** Five-field cron lines, for whoever schedules it; akm has no daemon. */
  schedule: string[];
}

export type TaskTarget =
  /** `run:`, its shell in front. */
  | { kind: "exec"; exec: ExecCommand }
  /** `akm/command` with `content`, its arguments already in place. */
  | { kind: "instruction"; content: Located<string> }
  | { kind: "asset"; uses: UsedAsset };

/** Without a default and not `required`, an input may be left out. */
export interface TaskInput {
  name: string;
  at: Position;
  schema: JsonObject;
  default?: Json;
  required: boolean;
}

/** A command file: instructions for an engine under a name (decision S10). */
export interface Command {
  description: string;
  engine?: Located<string>;
  model?: Located<string>;
  timeout?: Located<Timeout>;
  /** The body, byte-exact; `$ARGUMENTS` in it is replaced once. */
  instructions: string;
}
