import { engineKeyVariable, type JsonObject } from "../../contract/index.ts";
import { findCredentials } from "../../lib/credential-likeness.ts";
import type { FrozenEngine, Plan, PlanEnvBinding } from "../../plan/index.ts";
import type { Secret } from "./redactor.ts";

/** The bindings of all of a plan's units. */
export function bindingsOf({ steps }: Plan): PlanEnvBinding[] {
  return steps.flatMap((step) => (step.kind === "route" ? [] : step.unit.env));
}

/** The keys that the engines of a plan are called with, as far as they are set; judges' among them. */
export function engineKeysOf({ steps }: Plan, environment: NodeJS.ProcessEnv): Secret[] {
  const engines = steps.flatMap((step) => {
    const target = step.kind === "route" ? undefined : step.unit.target;
    const judge = step.gate?.judge;
    return [...(target?.kind === "command" ? [target.engine] : []), ...(judge === undefined ? [] : [judge])];
  });
  return engines.flatMap((engine) => keysOf(engine, environment));
}

/** The keys that one engine is called with, as far as they are set. */
export function keysOf(engine: FrozenEngine, environment: NodeJS.ProcessEnv): Secret[] {
  if (engine.kind === "llm") {
    const { apiKeyVariable, name } = engine;
    const names = [...(apiKeyVariable === undefined ? [] : [apiKeyVariable]), engineKeyVariable(name)];
    return valuesOf(names, environment);
  }
  const passed = Object.fromEntries(
    valuesOf(engine.envPassthrough, environment).map(({ name, value }) => [name, value]),
  );
  const keys = findCredentials(passed).map(({ path, value }) => ({ name: path, value }));
  return engine.llmEngine === undefined ? keys : [...keys, ...keysOf(engine.llmEngine, environment)];
}

function valuesOf(names: readonly string[], environment: NodeJS.ProcessEnv): Secret[] {
  return names.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [{ name, value }];
  });
}

/** Params are shown as params, and nowhere else where they look like credentials (decision R17). */
export function credentialParams(params: JsonObject): Secret[] {
  return credentialsIn(params, "params");
}

/** What a workflow or `akm task run` hands a task as a literal is held by the plan as params are by the run. */
export function credentialInputs({ steps }: Plan): Secret[] {
  return steps.flatMap((step) => {
    const bindings = step.kind === "route" ? [] : (step.unit.inputBindings ?? []);
    const literals = bindings.flatMap((binding) =>
      "value" in binding ? [[binding.name, binding.value]] : [],
    );
    return credentialsIn(Object.fromEntries(literals), "inputs");
  });
}

function credentialsIn(values: JsonObject, whole: string): Secret[] {
  return findCredentials(values).map(({ path, value }) => ({ name: `${whole}.${path}`, value }));
}
