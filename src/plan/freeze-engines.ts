import type { EngineCatalogue } from "./catalogue.ts";
import type { CompiledStep, UnitRequest } from "./compile.ts";
import { type EngineChoice, EngineFreezer } from "./engine-freezer.ts";
import type { EngineProblems } from "./engine-problem.ts";
import type { PlanNotice } from "./notices.ts";

/** The engines of one step: what its units are handed to, where that is an engine, and what judges its rubric, where it has one. */
export interface StepEngines {
  unit?: EngineChoice;
  judge?: EngineChoice;
}

/** The engines of a workflow by step id; a step that has a problem lacks what the problem is about. */
export interface FrozenEngines {
  byStep: ReadonlyMap<string, StepEngines>;
  notices: PlanNotice[];
  problems: EngineProblems;
}

/** Every engine a workflow needs. Never throws: all that is wrong with them is in `problems`. */
export function freezeEngines(steps: readonly CompiledStep[], catalogue: EngineCatalogue): FrozenEngines {
  const freezer = new EngineFreezer(catalogue);
  const byStep = new Map(steps.map((step) => [step.id, enginesOf(step, freezer)]));
  return { byStep, notices: freezer.notices, problems: freezer.problems };
}

function enginesOf(step: CompiledStep, freezer: EngineFreezer): StepEngines {
  const request = step.kind === "route" ? undefined : step.unit.request;
  const unit =
    request === undefined || !asksEngine(request)
      ? undefined
      : freezer.unitEngine(step.id, request.at, request);
  if (step.kind !== "route" && step.unit.isolation === "worktree" && unit?.engine.kind === "llm")
    freezer.notices.push(inertIsolation(step.id, unit.engine.name));
  const judge = step.gate?.rubricAt && freezer.judge(step.id, step.gate.rubricAt);
  return { ...(unit && { unit }), ...(judge && { judge }) };
}

/** What names neither a command, a script nor a workflow is an instruction. */
export function asksEngine({ exec, script, child }: UnitRequest): boolean {
  return exec === undefined && script === undefined && child === undefined;
}

function inertIsolation(stepId: string, engine: string): PlanNotice {
  const message = `Step "${stepId}" asks ${engine}, a model, which changes no files: its isolation asks for nothing.`;
  return { code: "isolation-inert", stepId, message };
}
