import { CONCURRENCY_MAX, CONCURRENCY_MIN, MAP_CONCURRENCY_DEFAULT } from "../contract/index.ts";
import { compact } from "../lib/compact.ts";
import type { Catalogue } from "./catalogue.ts";
import type { CompiledGate, CompiledStep, CompiledUnit } from "./compile.ts";
import type { EngineChoice } from "./engine-freezer.ts";
import type { StepEngines } from "./freeze-engines.ts";
import type { PlanGate, PlanStep, PlanUnit } from "./plan.ts";
import { freezeTarget, targetKind } from "./targets/list.ts";

/** A step with its target, judge, timeouts and width fixed; `engines` are those it asks. */
export function freezeStep(
  { gate, ...step }: CompiledStep,
  engines: StepEngines,
  catalogue: Catalogue,
): PlanStep {
  if (step.kind === "route") return { ...step, ...frozenGate(gate, engines.judge, false) };
  const unit = freezeUnit(step.unit, engines.unit);
  const judged = frozenGate(gate, engines.judge, targetKind(unit.target.kind).answersFeedback);
  if (step.kind === "unit") return { ...step, unit, ...judged };
  return { ...step, unit, ...judged, concurrency: step.concurrency ?? mapConcurrencyDefault(catalogue) };
}

function freezeUnit({ request, timeout, ...unit }: CompiledUnit, engine: EngineChoice | undefined): PlanUnit {
  const { exec, script, child } = request;
  const wanted = compact({ exec, script, child, engine });
  const target = freezeTarget(wanted);
  const isolation = engine?.engine.kind === "llm" ? "none" : unit.isolation;
  const resolved = timeout ?? targetKind(target.kind).timeoutDefaultMs(wanted);
  return {
    ...unit,
    isolation,
    target,
    ...compact({ timeoutMs: resolved === "none" ? undefined : resolved }),
  };
}

/** What cannot answer feedback is judged once: a fixed command, and a route, which would only decide the same again. */
function frozenGate(
  compiled: CompiledGate | undefined,
  judge: EngineChoice | undefined,
  answersFeedback: boolean,
): { gate?: PlanGate } {
  if (compiled === undefined) return {};
  const { rubricAt: _, maxLoops, ...gate } = compiled;
  const judged = compact({ judge: judge?.engine, judgeTimeoutMs: judge?.timeoutMs });
  return { gate: { ...gate, ...judged, maxLoops: answersFeedback ? maxLoops : 1 } };
}

function mapConcurrencyDefault({ settings }: Catalogue): number {
  return withinWidths(settings.defaultMapConcurrency ?? MAP_CONCURRENCY_DEFAULT);
}

/** One config may serve machines of every size: a width outside the bounds is moved to them, never refused. */
export function withinWidths(width: number): number {
  return Math.min(CONCURRENCY_MAX, Math.max(CONCURRENCY_MIN, Math.trunc(width)));
}
