import { type JsonObject, PLAN_IR_VERSION } from "../../src/contract/index.ts";
import type {
  ChildWorkflowTarget,
  CommandTarget,
  FrozenAgentEngine,
  FrozenLlmEngine,
  Plan,
  PlanGate,
  PlanMapStep,
  PlanRouteStep,
  PlanStep,
  PlanUnit,
  PlanUnitStep,
  ShellTarget,
} from "../../src/plan/index.ts";

/** A directory that exists on every machine; a scripted dispatcher never enters it. */
export const PLAN_CWD = "/";

/** A plan of the given steps, valid as `decodePlan` sees it. */
export function planOf(steps: PlanStep[], rest: Partial<Plan> = {}): Plan {
  return {
    irVersion: PLAN_IR_VERSION,
    workflow: {
      ref: "project//workflows/demo",
      title: "Demo",
      description: "A workflow of a test.",
      sourceFormat: "markdown",
    },
    sourceHash: "0".repeat(64),
    cwd: PLAN_CWD,
    params: [],
    execution: { maxConcurrency: 16 },
    ...rest,
    steps,
  };
}

/** A step of one command; `unit` overrides what stands in its unit. */
export function unitStep(
  id: string,
  step: Partial<Omit<PlanUnitStep, "id" | "kind" | "unit">> = {},
  unit: Partial<PlanUnit> = {},
): PlanUnitStep {
  return { kind: "unit", id, instructions: `Do ${id}.\n`, inputs: [], ...step, unit: planUnit(unit) };
}

/** A step that fans out over `params.items` unless told otherwise. */
export function mapStep(
  id: string,
  step: Partial<Omit<PlanMapStep, "id" | "kind" | "unit">> = {},
  unit: Partial<PlanUnit> = {},
): PlanMapStep {
  return {
    kind: "map",
    id,
    instructions: `Do ${id}.\n`,
    inputs: [],
    over: "params.items",
    concurrency: 4,
    reducer: "collect",
    ...step,
    unit: planUnit(unit),
  };
}

/** A route whose branches are written `{ match: step }`. */
export function routeStep(
  id: string,
  input: string,
  branches: Record<string, string>,
  defaultStep?: string,
): PlanRouteStep {
  return {
    kind: "route",
    id,
    instructions: "",
    input,
    branches: Object.entries(branches).map(([match, step]) => ({ match, step })),
    ...(defaultStep === undefined ? {} : { default: defaultStep }),
  };
}

export function planUnit(unit: Partial<PlanUnit> = {}): PlanUnit {
  return { target: shellTarget("true"), onError: "fail", env: [], isolation: "none", ...unit };
}

export function shellTarget(...command: string[]): ShellTarget {
  return { kind: "shell", command, passEnv: [] };
}

/** A gate that `judge` decides by a rubric, once unless told otherwise. */
export function childTarget(plan: Plan): ChildWorkflowTarget {
  return {
    kind: "child-workflow",
    ref: plan.workflow.ref,
    via: "direct",
    sourcePath: "/project/.akm/workflows/child.md",
    planHash: "f".repeat(64),
    plan,
  };
}

export function judgedGate(gate: Partial<PlanGate> = {}): PlanGate {
  return { rubric: "- All is well.\n", judge: llmEngine({ name: "judge" }), maxLoops: 1, ...gate };
}

/** An instruction for a model, unless another engine is given. */
export function commandTarget(engine: CommandTarget["engine"] = llmEngine()): CommandTarget {
  return { kind: "command", engine };
}

export function llmEngine(over: Partial<FrozenLlmEngine> = {}): FrozenLlmEngine {
  return {
    kind: "llm",
    name: "stub",
    provider: "openai-compatible",
    endpoint: "http://127.0.0.1:9/v1/chat/completions",
    model: "m",
    inference: {},
    concurrency: 1,
    ...over,
  };
}

export function agentEngine(over: Partial<FrozenAgentEngine> = {}): FrozenAgentEngine {
  return { kind: "agent", name: "coder", platform: "claude", args: [], envPassthrough: [], ...over };
}

/** A schema that any object satisfies. */
export const OBJECT_SCHEMA: JsonObject = { type: "object" };
