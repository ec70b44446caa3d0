import type { FailureReason, JsonObject, OnError, StepKind } from "../contract/index.ts";
import { compact } from "../lib/compact.ts";
import {
  exportNames,
  type FrozenTarget,
  type Plan,
  type PlanEnvBinding,
  type PlanMapStep,
  type PlanStep,
  type PlanUnit,
  type PlanUnitStep,
} from "./plan.ts";
import { targetKind } from "./targets/list.ts";
import type { TargetDescription } from "./targets/target-kind.ts";

/** A step as `akm workflow plan` prints it (spec cli.md, "workflow plan"). */
export interface PlannedStep {
  stepId: string;
  /** Position on the spine, from 0. */
  sequenceIndex: number;
  kind: StepKind;
  /** Null for a route, which hands its work to nothing. */
  targetKind: FrozenTarget["kind"] | null;
  concurrency?: number;
  inputs: string[];
  environment: NamedBinding[];
  gate?: { criteria?: string; approve?: boolean; maxLoops: number; judgeEngine?: string };
  outputSchema?: JsonObject;
  timeoutMs?: number;
  isolation?: "worktree";
  /** By name; what a literal holds is not told. */
  inputBindings?: { name: string; from?: string }[];
  expansion: Expansion;
}

/** How a step came to its target; a child's own steps are told like any. */
export type Expansion =
  | { via: "direct" }
  | { via: "task"; taskRef: string }
  | {
      via: "child";
      childVia: "direct" | "task";
      childTaskRef?: string;
      childRef: string;
      childPlanHash: string;
      /** What its run promotes. */
      childOutputs: string[];
      steps: PlannedStep[];
    };

/** An environment binding by name and reference; what it holds is not told. */
export type NamedBinding =
  | { kind: "group"; ref: string }
  | { kind: "secret"; name: string; ref: string }
  | { kind: "literal"; name: string };

/**
 * A step as `akm show` sums it up. Which keys are there tells what the step is: `fanOut` a map, `route` a route, `exec` a
 * command; what the author left at its default is left out.
 */
export interface Orchestration extends TargetDescription {
  timeoutMs?: number;
  fanOut?: { over: string; concurrency: number; reducer: "collect" };
  route?: { input: string; when: { match: string; step: string }[]; default?: string };
  inputs?: string[];
  retry?: { max: number; on: FailureReason[] };
  onError?: OnError;
  env?: NamedBinding[];
  isolation?: "worktree";
  hasSchema?: true;
}

export function describePlan(plan: Plan): PlannedStep[] {
  return plan.steps.map(describeStep);
}

function describeStep(step: PlanStep, sequenceIndex: number): PlannedStep {
  const common = {
    stepId: step.id,
    sequenceIndex,
    ...compact({ gate: step.gate && describeGate(step.gate) }),
  };
  if (step.kind === "route")
    return {
      ...common,
      kind: "route",
      targetKind: null,
      inputs: [],
      environment: [],
      expansion: { via: "direct" },
    };
  const { unit } = step;
  return {
    ...common,
    kind: step.kind,
    targetKind: unit.target.kind,
    inputs: step.inputs,
    environment: unit.env.map(withoutValue),
    ...compact({
      concurrency: step.kind === "map" ? step.concurrency : undefined,
      outputSchema: artifactSchema(step),
      timeoutMs: unit.timeoutMs,
      isolation: isolationOf(unit),
      inputBindings: unit.inputBindings?.map((binding) =>
        "from" in binding ? { name: binding.name, from: binding.from } : { name: binding.name },
      ),
    }),
    expansion: expansionOf(unit),
  };
}

function expansionOf({ target, taskRef }: PlanUnit): Expansion {
  if (target.kind !== "child-workflow")
    return taskRef === undefined ? { via: "direct" } : { via: "task", taskRef };
  const { via, ref, planHash, plan } = target;
  return {
    via: "child",
    childVia: via,
    ...compact({ childTaskRef: taskRef }),
    childRef: ref,
    childPlanHash: planHash,
    childOutputs: exportNames(plan),
    steps: describePlan(plan),
  };
}

/** Of a lone unit the result is the artifact, so its schema tells as much as the step's. */
export function artifactSchema(step: PlanUnitStep | PlanMapStep): JsonObject | undefined {
  return step.outputSchema ?? (step.kind === "unit" ? step.unit.outputSchema : undefined);
}

function describeGate({
  rubric,
  judge,
  approve,
  maxLoops,
}: NonNullable<PlanStep["gate"]>): NonNullable<PlannedStep["gate"]> {
  return { ...compact({ criteria: rubric, approve, judgeEngine: judge?.name }), maxLoops };
}

export function describeOrchestration(step: PlanStep): Orchestration {
  if (step.kind === "route") {
    return { route: { input: step.input, when: step.branches, ...compact({ default: step.default }) } };
  }
  const { unit } = step;
  const fanOut =
    step.kind === "map"
      ? { over: step.over, concurrency: step.concurrency, reducer: step.reducer }
      : undefined;
  return {
    ...compact({ timeoutMs: unit.timeoutMs, fanOut }),
    ...targetKind(unit.target.kind).describe(unit.target),
    ...compact({
      inputs: unlessEmpty(step.inputs),
      retry: unit.retry,
      onError: unit.onError === "fail" ? undefined : unit.onError,
      env: unlessEmpty(unit.env.map(withoutValue)),
      isolation: isolationOf(unit),
      hasSchema:
        step.outputSchema === undefined && unit.outputSchema === undefined ? undefined : (true as const),
    }),
  };
}

function withoutValue(binding: PlanEnvBinding): NamedBinding {
  return binding.kind === "literal" ? { kind: "literal", name: binding.name } : binding;
}

function isolationOf(unit: PlanUnit): "worktree" | undefined {
  return unit.isolation === "none" ? undefined : unit.isolation;
}

function unlessEmpty<T>(list: T[]): T[] | undefined {
  return list.length === 0 ? undefined : list;
}
