import type { JsonObject } from "../contract/index.ts";
import { compact } from "../lib/compact.ts";
import type {
  DispatchDefaults,
  EnvBinding,
  ExecCommand,
  Located,
  MapStep,
  Position,
  Reference,
  RouteStep,
  Step,
  StepGate,
  Timeout,
  Unit,
  UnitStep,
  UsedAsset,
  Workflow,
} from "../source/index.ts";
import type { EngineWishes } from "./freeze-engine.ts";
import type { PlanEnvBinding, PlanGate, PlanMapStep, PlanRouteStep, PlanUnit, PlanUnitStep } from "./plan.ts";
import type { TargetRequest } from "./targets/target-kind.ts";

/** A step in the plan's words, the document's defaults applied: what is left is to fix its target, its judge and its widths. */
export type CompiledStep = CompiledUnitStep | CompiledMapStep | CompiledRouteStep;

export type CompiledUnitStep = Omit<PlanUnitStep, "unit" | "gate"> & {
  unit: CompiledUnit;
  gate?: CompiledGate;
};

/** `concurrency` only where it is authored: 1 is a choice, not the absence of one. */
export type CompiledMapStep = Omit<PlanMapStep, "unit" | "concurrency" | "gate"> & {
  unit: CompiledUnit;
  concurrency?: number;
  gate?: CompiledGate;
};

export type CompiledRouteStep = Omit<PlanRouteStep, "gate"> & { gate?: CompiledGate };

export type CompiledGate = Omit<PlanGate, "judge" | "judgeTimeoutMs"> & { rubricAt?: Position };

/** What a unit asks to be run by, in the author's words; `engine` is a name, `uses` is taken apart by `composeSteps`. */
export type UnitRequest = Omit<TargetRequest, "engine"> &
  EngineWishes & { engine?: string; uses?: UsedAsset; at: Position };

export type CompiledUnit = Omit<PlanUnit, "target" | "timeoutMs"> & {
  request: UnitRequest;
  /** The unit's, else the document's. */
  timeout?: Timeout;
};

export function compileSteps(workflow: Workflow): CompiledStep[] {
  return workflow.steps.map((step) => compileStep(step, workflow.defaults));
}

function compileStep(step: Step, defaults: DispatchDefaults): CompiledStep {
  switch (step.kind) {
    case "unit":
      return compileUnitStep(step, defaults);
    case "map":
      return compileMapStep(step, defaults);
    case "route":
      return compileRouteStep(step);
  }
}

function compileUnitStep(step: UnitStep, defaults: DispatchDefaults): CompiledUnitStep {
  const outputSchema = step.output?.value;
  return {
    kind: "unit",
    ...stepBase(step),
    inputs: texts(step.inputs),
    ...compact({ outputSchema }),
    // Of one unit, the step's schema is the unit's where it has none (decision S5).
    unit: compileUnit(step.unit, defaults, outputSchema),
  };
}

function compileMapStep(step: MapStep, defaults: DispatchDefaults): CompiledMapStep {
  return {
    kind: "map",
    ...stepBase(step),
    inputs: texts(step.inputs),
    ...compact({ outputSchema: step.output?.value, concurrency: step.concurrency?.value }),
    over: step.over.value.text,
    reducer: "collect",
    unit: compileUnit(step.unit, defaults),
  };
}

function compileRouteStep(step: RouteStep): CompiledRouteStep {
  return {
    kind: "route",
    ...stepBase(step),
    input: step.input.value.text,
    branches: step.when.map(({ match, step: target }) => ({ match: match.value, step: target.value })),
    ...compact({ default: step.default?.value }),
  };
}

function stepBase(step: Step): { id: string; instructions: string; gate?: CompiledGate } {
  const { id, instructions, gate } = step;
  return { id, instructions, ...compact({ gate: gate && compileGate(gate) }) };
}

/** With neither a rubric nor an approval there is nothing to judge, and the rest of a gate is inert. */
function compileGate(gate: StepGate): CompiledGate | undefined {
  const rubric = gate.rubric?.value;
  const rubricAt = gate.rubric?.at;
  const approve = gate.approve?.value === true ? true : undefined;
  if (rubric === undefined && approve === undefined) return undefined;
  return { ...compact({ rubric, rubricAt, approve }), maxLoops: gate.maxLoops?.value ?? 1 };
}

function compileUnit(unit: Unit, defaults: DispatchDefaults, outputSchema?: JsonObject): CompiledUnit {
  return {
    request: unitRequest(unit, defaults),
    ...compact({
      timeout: unit.timeout?.value ?? defaults.timeout?.value,
      retry: unit.retry?.value,
      outputSchema: unit.output?.value ?? outputSchema,
    }),
    onError: unit.onError?.value ?? defaults.onError?.value ?? "fail",
    env: unit.env.map(envBinding),
    isolation: unit.isolation?.value ?? "none",
  };
}

function unitRequest(unit: Unit, defaults: DispatchDefaults): UnitRequest {
  return compact({
    exec: unit.exec && compileExec(unit.exec),
    uses: unit.uses,
    at: unit.engine?.at ?? unit.at,
    engine: unit.engine?.value ?? defaults.engine?.value,
    model: unit.model?.value ?? defaults.model?.value,
    llm: mergedTuning(defaults.llm?.value, unit.llm?.value),
  });
}

/** The document's tuning reaches every unit; a unit's own wins key by key, so an empty one changes nothing. */
function mergedTuning(document?: JsonObject, unit?: JsonObject): JsonObject | undefined {
  return document === undefined && unit === undefined ? undefined : { ...document, ...unit };
}

export function compileExec({ command, passEnv, cwd }: ExecCommand): NonNullable<UnitRequest["exec"]> {
  return { command, passEnv, ...compact({ cwd }) };
}

export function envBinding(binding: EnvBinding): PlanEnvBinding {
  const { at: _at, ...planned } = binding;
  return planned;
}

function texts(references: readonly Located<Reference>[]): string[] {
  return references.map((reference) => reference.value.text);
}
