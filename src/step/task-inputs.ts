import type { JsonObject } from "../contract/index.ts";
import { listErrors, validate } from "../lib/json-schema/index.ts";
import type { PlanInputBinding } from "../plan/index.ts";
import { type Bindings, resolveReference } from "./bindings.ts";

export type ResolvedTaskInputs = { ok: true; values: JsonObject } | { ok: false; message: string };

/** The reference strings that a unit's bindings read. */
export function boundReferences(bindings: readonly PlanInputBinding[] = []): string[] {
  return bindings.flatMap((binding) => ("from" in binding ? [binding.from] : []));
}

/** A composed task's inputs, or a child's params, as they are when the unit is sent out. What a reference gives is checked like a literal was. */
export function resolveTaskInputs(
  inputBindings: readonly PlanInputBinding[],
  bindings: Bindings,
): ResolvedTaskInputs {
  const values: JsonObject = {};
  for (const binding of inputBindings) {
    const { name, schema } = binding;
    const resolved =
      "from" in binding
        ? resolveReference(binding.from, bindings)
        : { ok: true as const, value: binding.value };
    if (!resolved.ok) return { ok: false, message: `with.${name}: ${resolved.message}` };
    const checked = validate(resolved.value, schema);
    if (!checked.ok) {
      const from = "from" in binding ? ` (${binding.from})` : "";
      return { ok: false, message: `with.${name}${from}: ${listErrors(checked.errors)}` };
    }
    values[name] = resolved.value;
  }
  return { ok: true, values };
}
