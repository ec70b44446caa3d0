import type { JsonObject } from "../contract/index.ts";
import type { Plan, PlanOutput } from "../plan/index.ts";
import { type Bindings, promoteArtifact, referencedSteps, resolveReference } from "../step/index.ts";

export type RunOutputs = { ok: true; outputs: JsonObject | undefined } | { ok: false; problems: string[] };

/** The steps whose artifacts the run's declared outputs read. */
export function outputSteps(plan: Plan): string[] {
  return referencedSteps((plan.outputs ?? []).map(({ from }) => from));
}

/**
 * The run's exports, resolved once, when its last step finishes; undefined where none are declared. A single output that does
 * not resolve or misses its schema fails them all (decision R16).
 */
export function resolveRunOutputs(plan: Plan, bindings: Bindings): RunOutputs {
  if (plan.outputs === undefined || plan.outputs.length === 0) return { ok: true, outputs: undefined };
  const outputs: JsonObject = {};
  const problems: string[] = [];
  for (const declared of plan.outputs) {
    const problem = resolveOutput(declared, bindings, outputs);
    if (problem !== undefined) problems.push(problem);
  }
  return problems.length === 0 ? { ok: true, outputs } : { ok: false, problems };
}

function resolveOutput(declared: PlanOutput, bindings: Bindings, outputs: JsonObject): string | undefined {
  const resolved = resolveReference(declared.from, bindings);
  if (!resolved.ok) return `outputs.${declared.name}: ${resolved.message}`;
  const promoted = promoteArtifact(resolved.value, declared.schema);
  if (!promoted.ok)
    return `outputs.${declared.name}: ${declared.from} does not satisfy its schema: ${promoted.errors.join("; ")}`;
  outputs[declared.name] = resolved.value;
  return undefined;
}
