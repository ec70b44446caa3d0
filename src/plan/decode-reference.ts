import { parseReference } from "../source/index.ts";
import type { Plan } from "./plan.ts";
import type { StoredValue } from "./stored-value.ts";

/** What a reference may name where it stands. */
export interface ReferenceScope {
  params: ReadonlySet<string>;
  steps: ReadonlySet<string>;
}

/** What decoding a step can see; `plan` reads a whole plan that stands inside it. */
export interface DecodeScope extends ReferenceScope {
  plan(stored: StoredValue): Plan;
}

/** A reference string that parses and names something in scope; kept as text. */
export function decodeReference(stored: StoredValue, scope: ReferenceScope): string {
  const text = stored.text();
  const parsed = parseReference(text);
  if (!parsed.ok) return stored.refuse(`is no reference: ${parsed.message}`);
  const { reference } = parsed;
  if (reference.root === "params") {
    return scope.params.has(reference.name) ? text : stored.refuse(`names no param of the plan: ${text}`);
  }
  return scope.steps.has(reference.stepId) ? text : stored.refuse(`names no step it may read: ${text}`);
}
