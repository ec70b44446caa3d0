import type { JsonObject } from "../../contract/index.ts";
import type { Task } from "../../source/index.ts";
import type { Call } from "../call.ts";
import { type DeclaredParam, resolveParams } from "../params/resolve-params.ts";

/** The inputs a task is given by the words after its name, defaults filled in. Errors: `PARAM_UNKNOWN`, `PARAM_INVALID`, `PARAM_MISSING`. */
export function resolveTaskInputs(call: Call, task: Task): JsonObject {
  return resolveParams(declaredParams(task), { words: call.params, file: {}, otherFlags: [] });
}

/** The same, those required that were not given left out. Errors: `PARAM_UNKNOWN`, `PARAM_INVALID`. */
export function resolveGivenInputs(call: Call, task: Task): JsonObject {
  const declared = declaredParams(task).map((param) => ({ ...param, optional: true as const }));
  return resolveParams(declared, { words: call.params, file: {}, otherFlags: [] });
}

function declaredParams({ inputs }: Task): DeclaredParam[] {
  return inputs.map(({ name, schema, default: fallback, required }) => ({
    name,
    schema,
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(required ? {} : { optional: true as const }),
  }));
}
