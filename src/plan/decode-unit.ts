import {
  ENV_NAME_PATTERN,
  ISOLATIONS,
  ON_ERROR_POLICIES,
  PARAM_NAME_PATTERN,
  RETRY_MAX,
  RETRY_MIN,
  RETRYABLE_FAILURE_REASONS,
  TIMEOUT_MS_MAX,
  TIMEOUT_MS_MIN,
} from "../contract/index.ts";
import { compact } from "../lib/compact.ts";
import { type DecodeScope, decodeReference } from "./decode-reference.ts";
import type { FrozenTarget, PlanEnvBinding, PlanInputBinding, PlanUnit } from "./plan.ts";
import { nulProblem, type StoredObject, type StoredValue } from "./stored-value.ts";
import { TARGET_KIND_NAMES, targetKind } from "./targets/list.ts";

export function decodeUnit(stored: StoredValue, scope: DecodeScope): PlanUnit {
  return stored.object((unit) => ({
    target: unit.required("target").object((target) => decodeTarget(target, scope)),
    ...compact({
      timeoutMs: unit.optional("timeoutMs")?.wholeNumber(TIMEOUT_MS_MIN, TIMEOUT_MS_MAX),
      retry: unit.optional("retry")?.object(decodeRetry),
      outputSchema: unit.optional("outputSchema")?.schema(),
      inputBindings: unit
        .optional("inputBindings")
        ?.array(1)
        .map((binding) => binding.object((fields) => decodeInputBinding(fields, scope))),
      taskRef: unit.optional("taskRef")?.text(),
    }),
    onError: unit.required("onError").oneOf(ON_ERROR_POLICIES),
    env: unit
      .required("env")
      .array()
      .map((binding) => binding.object(decodeEnvBinding)),
    isolation: unit.required("isolation").oneOf(ISOLATIONS),
  }));
}

function decodeTarget(target: StoredObject, scope: DecodeScope): FrozenTarget {
  return targetKind(target.required("kind").oneOf(TARGET_KIND_NAMES)).decode(target, scope);
}

function decodeInputBinding(binding: StoredObject, scope: DecodeScope): PlanInputBinding {
  const name = binding.required("name").text({ pattern: PARAM_NAME_PATTERN });
  const schema = binding.required("schema").schema();
  const from = binding.optional("from");
  if (from !== undefined) return { name, schema, from: decodeReference(from, scope) };
  return { name, schema, value: binding.required("value").satisfying(schema) };
}

function decodeRetry(retry: StoredObject): NonNullable<PlanUnit["retry"]> {
  return {
    max: retry.required("max").wholeNumber(RETRY_MIN, RETRY_MAX),
    on: retry
      .required("on")
      .array(1, RETRYABLE_FAILURE_REASONS.length)
      .map((reason) => reason.oneOf(RETRYABLE_FAILURE_REASONS)),
  };
}

function decodeEnvBinding(binding: StoredObject): PlanEnvBinding {
  const kind = binding.required("kind").oneOf(["group", "secret", "literal"]);
  switch (kind) {
    case "group":
      return { kind, ref: binding.required("ref").text() };
    case "secret":
      return { kind, name: envName(binding), ref: binding.required("ref").text() };
    case "literal":
      return {
        kind,
        name: envName(binding),
        value: binding.required("value").text({ bytesMin: 0, problem: nulProblem }),
      };
  }
}

function envName(binding: StoredObject): string {
  return binding.required("name").text({ pattern: ENV_NAME_PATTERN });
}
