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

/** How one unit is dispatched. `exec` excludes `engine`, `model` and `llm`. */
export interface Unit {
  at: Position;
  exec?: ExecCommand;
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
