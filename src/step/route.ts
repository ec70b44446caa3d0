import type { Json } from "../contract/index.ts";
import type { PlanRouteStep } from "../plan/index.ts";
import { type Bindings, describeType, nullNote, resolveReference } from "./bindings.ts";

export type RouteDecision =
  | { ok: true; selectedStepId: string; value: Json; warnings: string[] }
  | { ok: false; message: string };

/** Selects the branch whose `match` equals the input's text, else the default; with neither the step fails. */
export function evaluateRoute(step: PlanRouteStep, bindings: Bindings): RouteDecision {
  const resolved = resolveReference(step.input, bindings);
  if (!resolved.ok) return { ok: false, message: `route.input: ${resolved.message}` };
  const { value } = resolved;
  const text = routableText(value);
  const branch = text === undefined ? undefined : step.branches.find(({ match }) => match === text);
  const selectedStepId = branch?.step ?? step.default;
  if (selectedStepId === undefined) return { ok: false, message: unroutable(step, value, text) };
  const note = nullNote(step.input, resolved);
  return {
    ok: true,
    selectedStepId,
    value,
    warnings: note === undefined ? [] : [`step ${step.id}: ${note}`],
  };
}

/** What later steps read of a route (decision S7). */
export function routeArtifact(selectedStepId: string, value: Json): Json {
  return { selected: selectedStepId, value };
}

function routableText(value: Json): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? JSON.stringify(value) : undefined;
}

function unroutable(step: PlanRouteStep, value: Json, text: string | undefined): string {
  const found = text === undefined ? describeType(value) : JSON.stringify(text.slice(0, 100));
  const matches = step.branches.map(({ match }) => JSON.stringify(match)).join(", ");
  return `route.input: ${step.input} is ${found}, which no branch matches (${matches}) and there is no default`;
}
