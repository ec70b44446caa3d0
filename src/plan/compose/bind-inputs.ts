import type { Json, JsonObject } from "../../contract/index.ts";
import { didYouMean } from "../../lib/did-you-mean.ts";
import { listErrors, validate } from "../../lib/json-schema/index.ts";
import type { InputBinding } from "../../source/index.ts";
import type { PlanInputBinding } from "../plan.ts";
import type { StepScope } from "./step-scope.ts";

/** One input of a task, or one param of a child. */
export interface DeclaredInput {
  name: string;
  schema: JsonObject;
  default?: Json;
  required: boolean;
}

/**
 * What each declared input is bound to: what `with` gives it, else its default. What has neither and may be left out
 * has no entry. Everything that does not fit is a problem of the step.
 */
export function bindInputs(
  target: string,
  declared: readonly DeclaredInput[],
  given: readonly InputBinding[],
  scope: StepScope,
): PlanInputBinding[] {
  const byName = new Map(given.map((binding) => [binding.name, binding]));
  refuseUnknown(target, declared, given, scope);
  return declared.flatMap((input): PlanInputBinding[] => {
    const binding = byName.get(input.name);
    if (binding !== undefined) return bindGiven(target, input, binding, scope);
    const { name, schema } = input;
    if (input.default !== undefined) return [{ name, schema, value: input.default }];
    if (input.required)
      scope.refuse("INPUT_BINDING_INVALID", `${target} requires ${name}, which \`with\` does not give`);
    return [];
  });
}

function refuseUnknown(
  target: string,
  declared: readonly DeclaredInput[],
  given: readonly InputBinding[],
  scope: StepScope,
): void {
  const names = declared.map(({ name }) => name);
  for (const { name, at } of given) {
    if (names.includes(name)) continue;
    const near = didYouMean(name, names);
    const remedy =
      near !== undefined
        ? `did you mean ${near}?`
        : names.length === 0
          ? "it takes none"
          : `it takes ${names.join(", ")}`;
    scope.refuse("INPUT_BINDING_INVALID", `${target} has no input ${name}; ${remedy}`, at);
  }
}

function bindGiven(
  target: string,
  { name, schema }: DeclaredInput,
  binding: InputBinding,
  scope: StepScope,
): PlanInputBinding[] {
  if (binding.kind === "reference") {
    scope.checkReference(binding.from);
    return [{ name, schema, from: binding.from.value.text }];
  }
  const checked = validate(binding.value, schema);
  if (checked.ok) return [{ name, schema, value: binding.value }];
  const problem = `the input ${name} of ${target} does not take this: ${listErrors(checked.errors)}`;
  scope.refuse("INPUT_BINDING_INVALID", problem, binding.at);
  return [];
}
