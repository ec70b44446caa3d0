import type { Json, JsonObject } from "../contract/index.ts";
import { type PathSegment, parseReference, type Reference } from "../plan/index.ts";

/** What a reference can see: the run's params and the artifacts of the steps before. */
export interface Bindings {
  params: JsonObject;
  /** The named step's artifact; every step a reference of the current step names is there. */
  artifacts: ReadonlyMap<string, BoundArtifact>;
}

/** A skipped step's output reads as null, whatever path follows (decision R6). */
export type BoundArtifact = { skipped: true } | { skipped: false; value: Json };

export type Resolved = { ok: true; value: Json; skippedStepId?: string } | { ok: false; message: string };

/** Resolves one reference string. A path that the value does not have is a failure, never null. */
export function resolveReference(text: string, bindings: Bindings): Resolved {
  const parsed = parseReference(text);
  if (!parsed.ok) return { ok: false, message: `${text} is not a reference: ${parsed.message}` };
  const { reference } = parsed;
  return reference.root === "params"
    ? resolveParam(reference, bindings.params)
    : resolveArtifact(reference, bindings.artifacts);
}

/** What a warning says of a reference that reads as null; undefined for any other value (decision R6). */
export function nullNote(text: string, resolved: Extract<Resolved, { ok: true }>): string | undefined {
  if (resolved.value !== null) return undefined;
  const { skippedStepId } = resolved;
  return `${text} is null${skippedStepId === undefined ? "" : `, as step ${skippedStepId} was skipped`}`;
}

/** The ids of the steps that a list of reference strings reads, each once. */
export function referencedSteps(references: readonly string[]): string[] {
  const ids = new Set<string>();
  for (const text of references) {
    const parsed = parseReference(text);
    if (parsed.ok && parsed.reference.root === "steps") ids.add(parsed.reference.stepId);
  }
  return [...ids];
}

function resolveParam(reference: Extract<Reference, { root: "params" }>, params: JsonObject): Resolved {
  const root = `params.${reference.name}`;
  if (!Object.hasOwn(params, reference.name))
    return { ok: false, message: `${root} has no value in this run` };
  return walk(params[reference.name] ?? null, root, reference.path);
}

function resolveArtifact(
  reference: Extract<Reference, { root: "steps" }>,
  artifacts: ReadonlyMap<string, BoundArtifact>,
): Resolved {
  const root = `steps.${reference.stepId}.output`;
  const artifact = artifacts.get(reference.stepId);
  if (artifact === undefined) return { ok: false, message: `${root} is not there yet` };
  if (artifact.skipped) return { ok: true, value: null, skippedStepId: reference.stepId };
  return walk(artifact.value, root, reference.path);
}

function walk(value: Json, root: string, path: readonly PathSegment[]): Resolved {
  let current = value;
  let walked = root;
  for (const segment of path) {
    const next = typeof segment === "number" ? element(current, segment) : property(current, segment);
    if (next === undefined) return { ok: false, message: missing(current, walked, segment) };
    current = next;
    walked += typeof segment === "number" ? `[${segment}]` : `.${segment}`;
  }
  return { ok: true, value: current };
}

function element(value: Json, index: number): Json | undefined {
  return Array.isArray(value) ? value[index] : undefined;
}

function property(value: Json, key: string): Json | undefined {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function missing(value: Json, walked: string, segment: PathSegment): string {
  if (typeof segment === "number") {
    if (!Array.isArray(value))
      return `${walked} is ${describeType(value)}, not an array: cannot resolve [${segment}]`;
    return `${walked} has ${value.length} ${value.length === 1 ? "element" : "elements"}: there is no [${segment}]`;
  }
  const quoted = JSON.stringify(segment);
  if (value === null || typeof value !== "object" || Array.isArray(value))
    return `${walked} is ${describeType(value)}, not an object: cannot resolve property ${quoted}`;
  return `${walked} has no property ${quoted}`;
}

/** The type of a value as a sentence names it: `an array`, `a string`, `null`. */
export function describeType(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
