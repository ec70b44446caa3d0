import type { JsonObject } from "../../contract/index.ts";
import type { Plan } from "../../plan/index.ts";

/** The declared params by name, each its schema with the default put back, as the author wrote them. */
export function workflowParams({ params }: Pick<Plan, "params">): JsonObject {
  return Object.fromEntries(
    params.map(({ name, schema, default: fallback }) => [
      name,
      fallback === undefined ? schema : { ...schema, default: fallback },
    ]),
  );
}
