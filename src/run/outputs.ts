import { ATTACHED_BYTES_MAX, type Json, type JsonObject } from "../contract/index.ts";
import { jsonBytes } from "../lib/json-bytes.ts";
import type { Plan, PlanOutput } from "../plan/index.ts";
import {
  type Bindings,
  nullNote,
  promoteArtifact,
  referencedSteps,
  resolveReference,
} from "../step/index.ts";

export type RunOutputs =
  /** `warnings`: outputs that read as null, and why. */
  { ok: true; outputs: JsonObject | undefined; warnings: string[] } | { ok: false; problems: string[] };

/** The steps whose artifacts the run's declared outputs read. */
export function outputSteps(plan: Plan): string[] {
  return referencedSteps((plan.outputs ?? []).map(({ from }) => from));
}

/**
 * The run's exports, resolved once, when its last step finishes; undefined where none are declared. A single output that does
 * not resolve or misses its schema fails them all (decision R16).
 */
export function resolveRunOutputs(plan: Plan, bindings: Bindings): RunOutputs {
  if (plan.outputs === undefined || plan.outputs.length === 0)
    return { ok: true, outputs: undefined, warnings: [] };
  const resolved = plan.outputs.map((declared) => resolveOutput(declared, bindings));
  const problems = resolved.flatMap((output) => (output.ok ? [] : [output.problem]));
  if (problems.length > 0) return { ok: false, problems };
  const named = resolved.filter((output) => output.ok);
  const outputs = Object.fromEntries(named.map(({ name, value }) => [name, value]));
  const bytes = jsonBytes(outputs);
  if (bytes > ATTACHED_BYTES_MAX)
    return {
      ok: false,
      problems: [`outputs: they come to ${bytes} bytes of JSON; at most ${ATTACHED_BYTES_MAX} can be kept`],
    };
  return {
    ok: true,
    outputs,
    warnings: named.flatMap(({ warning }) => warning ?? []),
  };
}

type ResolvedOutput =
  | { ok: true; name: string; value: Json; warning?: string }
  | { ok: false; problem: string };

function resolveOutput({ name, from, schema }: PlanOutput, bindings: Bindings): ResolvedOutput {
  const resolved = resolveReference(from, bindings);
  if (!resolved.ok) return { ok: false, problem: `outputs.${name}: ${resolved.message}` };
  const { value } = resolved;
  const promoted = promoteArtifact(value, schema);
  if (!promoted.ok)
    return {
      ok: false,
      problem: `outputs.${name}: ${from} does not satisfy its schema: ${promoted.errors.join("; ")}`,
    };
  const note = nullNote(from, resolved);
  return { ok: true, name, value, ...(note === undefined ? {} : { warning: `outputs.${name}: ${note}` }) };
}
