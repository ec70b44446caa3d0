import type { JsonObject } from "../contract/index.ts";
import { AkmError } from "../errors/index.ts";
import { compact } from "../lib/compact.ts";
import type { Workflow } from "../source/index.ts";
import type { Catalogue } from "./catalogue.ts";
import type { CompiledStep } from "./compile.ts";
import { composeWorkflow } from "./compose/compose-workflow.ts";
import type { WorkflowAsset } from "./compose/composition.ts";
import { Nesting } from "./compose/nesting.ts";
import type { EngineChoice } from "./engine-freezer.ts";
import { artifactSchema, describeOrchestration, type Orchestration } from "./explain.ts";
import { type FrozenWorkflow, freezeWorkflow, planOutputs, planParams } from "./freeze.ts";
import { asksEngine, freezeEngines, type StepEngines } from "./freeze-engines.ts";
import { freezeStep } from "./freeze-step.ts";
import type { PlanOutput, PlanParam, PlanStep } from "./plan.ts";

/** A workflow as `akm show` tells it, on a machine that may lack the engines to run it. */
export interface WorkflowOutline {
  params: PlanParam[];
  outputs?: PlanOutput[];
  steps: OutlinedStep[];
  /** What keeps it from being frozen here, a sentence each. */
  problems: string[];
}

export interface OutlinedStep {
  id: string;
  kind: "unit" | "map" | "route";
  instructions: string;
  gate?: { rubric?: string; approve?: boolean; maxLoops: number; judgeEngine?: string };
  orchestration: Orchestration;
  /** Of what the step promotes, and of what each unit of a map makes. */
  outputSchema?: JsonObject;
  unitSchema?: JsonObject;
}

/** Never throws for an engine that is not there: what the author calls it is then all there is to tell of it. */
export function outlineWorkflow(workflow: Workflow, catalogue: Catalogue): WorkflowOutline {
  const childProblems: string[] = [];
  const composed = composeWorkflow(workflow, catalogue, Nesting.root(catalogue.workflowRef), (asset) =>
    frozenOrTold(asset, catalogue, childProblems),
  );
  const { steps } = composed;
  const { byStep, problems } = freezeEngines(steps, catalogue.engines);
  return {
    params: planParams(workflow),
    ...compact({ outputs: planOutputs(workflow) }),
    steps: steps.map((step) => outlineStep(step, byStep.get(step.id) ?? {}, catalogue)),
    problems: [...childProblems, ...composed.problems.messages, ...problems.messages],
  };
}

function frozenOrTold(
  { ref, displayPath, sha256, workflow }: WorkflowAsset,
  catalogue: Catalogue,
  problems: string[],
): FrozenWorkflow | undefined {
  try {
    return freezeWorkflow(workflow, {
      ...catalogue,
      workflowRef: ref,
      sourcePath: displayPath,
      sourceHash: sha256,
    });
  } catch (error) {
    if (!(error instanceof AkmError)) throw error;
    problems.push(error.message);
    return undefined;
  }
}

function outlineStep(step: CompiledStep, engines: StepEngines, catalogue: Catalogue): OutlinedStep {
  const { id, kind, instructions } = step;
  const missing = step.kind !== "route" && asksEngine(step.unit.request) && engines.unit === undefined;
  const frozen = freezeStep(step, missing ? { ...engines, unit: STAND_IN } : engines, catalogue);
  const described = describeOrchestration(frozen);
  const gate = frozen.gate && {
    ...compact({ rubric: frozen.gate.rubric, approve: frozen.gate.approve }),
    maxLoops: frozen.gate.maxLoops,
    ...compact({ judgeEngine: frozen.gate.judge?.name }),
  };
  const orchestration = missing ? { ...withoutStandIn(described), ...authored(step) } : described;
  return { id, kind, instructions, ...compact({ gate, ...schemasOf(frozen) }), orchestration };
}

function schemasOf(step: PlanStep): { outputSchema?: JsonObject; unitSchema?: JsonObject } {
  if (step.kind === "route") return {};
  const outputSchema = artifactSchema(step);
  return compact({ outputSchema, unitSchema: step.kind === "map" ? step.unit.outputSchema : undefined });
}

/** Never told: it only lets a step be frozen whose engine is not there. */
const STAND_IN: EngineChoice = {
  engine: { kind: "agent", name: "unknown", platform: "custom", args: [], envPassthrough: [] },
};

function withoutStandIn({ engine: _, ...orchestration }: Orchestration): Orchestration {
  return orchestration;
}

function authored(step: CompiledStep): Pick<Orchestration, "engine" | "model"> {
  if (step.kind === "route") return {};
  return compact({ engine: step.unit.request.engine, model: step.unit.request.model });
}
