import type { JsonObject } from "../../contract/index.ts";
import type { Plan } from "../../plan/index.ts";

/** The declared params by name, each its schema with the default put back, as the author wrote them. */
export function workflowParams(plan: Plan): JsonObject {
  return Object.fromEntries(
    plan.params.map(({ name, schema, default: fallback }) => [
      name,
      fallback === undefined ? schema : { ...schema, default: fallback },
    ]),
  );
}
