import type { Json, JsonObject } from "../../contract/index.ts";
import { didYouMean } from "../../lib/did-you-mean.ts";
import { listErrors, validate } from "../../lib/json-schema/index.ts";
import type { InputBinding, Position } from "../../source/index.ts";
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
 * has no entry, and a unit with none has no bindings. Everything that does not fit is a problem of the step.
 */
export function bindInputs(
  target: string,
  declared: readonly DeclaredInput[],
  given: readonly InputBinding[],
  scope: StepScope,
): { inputBindings?: PlanInputBinding[] } {
  const byName = new Map(given.map((binding) => [binding.name, binding]));
  refuseUnknown(target, declared, given, scope);
  const bindings = declared.flatMap((input) => {
    const binding = byName.get(input.name);
    return binding === undefined
      ? bindDefault(target, input, scope)
      : bindGiven(target, input, binding, scope);
  });
  return bindings.length === 0 ? {} : { inputBindings: bindings };
}

function bindDefault(target: string, input: DeclaredInput, scope: StepScope): PlanInputBinding[] {
  const { name, required } = input;
  if (input.default !== undefined) return bindValue(target, input, input.default, scope);
  if (required)
    scope.refuse("INPUT_BINDING_INVALID", `${target} requires ${name}, which \`with\` does not give`);
  return [];
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
  input: DeclaredInput,
  binding: InputBinding,
  scope: StepScope,
): PlanInputBinding[] {
  if (binding.kind === "literal") return bindValue(target, input, binding.value, scope, binding.at);
  scope.checkReference(binding.from);
  const { name, schema } = input;
  return [{ name, schema, from: binding.from.value.text }];
}

function bindValue(
  target: string,
  { name, schema }: DeclaredInput,
  value: Json,
  scope: StepScope,
  at?: Position,
): PlanInputBinding[] {
  const checked = validate(value, schema);
  if (checked.ok) return [{ name, schema, value }];
  const what = at === undefined ? "its default" : "this";
  const problem = `the input ${name} of ${target} does not take ${what}: ${listErrors(checked.errors)}`;
  scope.refuse("INPUT_BINDING_INVALID", problem, at);
  return [];
}
