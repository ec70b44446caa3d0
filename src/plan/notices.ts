import { CONCURRENCY_MAX, CONCURRENCY_MIN } from "../contract/index.ts";
import type { Step, Workflow } from "../source/index.ts";
import type { Catalogue } from "./catalogue.ts";

/** Something the freeze decided that the author may not expect. */
export interface PlanNotice {
  code:
    | "gate-inert"
    | "gate-loops-capped"
    | "concurrency-clamped"
    /** No engine is named anywhere, and one that was found is taken. Said once. */
    | "engine-assumed"
    /** Inference settings that an agent does not take. */
    | "untranslated-field"
    /** A worktree for a model, which changes no files. */
    | "isolation-inert";
  stepId?: string;
  message: string;
}

export function noticesOf(workflow: Workflow, catalogue: Catalogue): PlanNotice[] {
  return [...settingNotices(catalogue.settings), ...workflow.steps.flatMap(gateNotices)];
}

function settingNotices(settings: Catalogue["settings"]): PlanNotice[] {
  return (["maxConcurrency", "defaultMapConcurrency"] as const).flatMap((name) => {
    const width = settings[name];
    if (width === undefined || (width >= CONCURRENCY_MIN && width <= CONCURRENCY_MAX)) return [];
    const message = `workflow.${name} is ${width}; widths go from ${CONCURRENCY_MIN} to ${CONCURRENCY_MAX}, so the nearest is used.`;
    return [{ code: "concurrency-clamped", message }];
  });
}

function gateNotices(step: Step): PlanNotice[] {
  const { gate } = step;
  if (gate === undefined) return [];
  if (gate.rubric === undefined && gate.approve?.value !== true) {
    const message = `The gate of step "${step.id}" has no "### gate" section and asks for no approval, so nothing is judged.`;
    return [{ code: "gate-inert", stepId: step.id, message }];
  }
  const what = fixedWork(step);
  if (what === undefined || (gate.maxLoops?.value ?? 1) <= 1) return [];
  const message = `Step "${step.id}" ${what}, which cannot answer feedback: its gate is judged once, whatever max_loops says.`;
  return [{ code: "gate-loops-capped", stepId: step.id, message }];
}

function fixedWork(step: Step): string | undefined {
  if (step.kind === "route") return "is a route";
  return step.unit.exec === undefined ? undefined : "runs a fixed command";
}
