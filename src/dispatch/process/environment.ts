import { ENV_ALLOWLIST, ENV_ALLOWLIST_WINDOWS } from "../../contract/index.ts";
import type { PlanEnvBinding } from "../../plan/index.ts";
import { CONTEXT_NAMES } from "./context.ts";
import { supplementPath } from "./user-bin-directories.ts";
import type { Variables } from "./variables.ts";

/**
 * The part of akm's own environment that a child may see: the allowlist, read once, and the names its target passes
 * through. A name that akm does not have is absent, never empty.
 */
export class BaseEnvironment {
  readonly #own: NodeJS.ProcessEnv;
  readonly #platform: NodeJS.Platform;
  readonly #allowed: Variables;
  readonly #perTarget = new WeakMap<readonly string[], Variables>();

  constructor(own: NodeJS.ProcessEnv, platform: NodeJS.Platform) {
    this.#own = platform === "win32" ? upperCased(own) : own;
    this.#platform = platform;
    this.#allowed = this.#pick(
      platform === "win32" ? [...ENV_ALLOWLIST, ...ENV_ALLOWLIST_WINDOWS] : ENV_ALLOWLIST,
    );
    supplementPath(this.#allowed, platform);
  }

  /** Made once for a target's own list of names: every unit of a map shares it. Not to be changed. */
  passing(names: readonly string[]): Variables {
    if (names.length === 0) return this.#allowed;
    const known = this.#perTarget.get(names);
    if (known !== undefined) return known;
    const variables = { ...this.#allowed, ...this.#pick(names) };
    this.#perTarget.set(names, variables);
    return variables;
  }

  #pick(names: readonly string[]): Variables {
    const picked: Variables = {};
    for (const name of names) {
      if (isContextName(name, this.#platform)) continue;
      const key = this.#platform === "win32" ? name.toUpperCase() : name;
      const value = Object.hasOwn(this.#own, key) ? this.#own[key] : undefined;
      if (value !== undefined) define(picked, name, value);
    }
    return picked;
  }
}

/** The layers in order: akm's own names, the unit's literals, the context last so that nothing shadows it. */
export function layerEnvironment(
  base: Variables,
  bindings: readonly PlanEnvBinding[],
  context: Variables,
  platform: NodeJS.Platform,
): Variables {
  const variables = { ...base };
  for (const binding of bindings) {
    if (binding.kind !== "literal" || isContextName(binding.name, platform)) continue;
    define(variables, binding.name, binding.value);
  }
  return Object.assign(variables, context);
}

/** The first binding that only a secret store could resolve. */
export function findUnresolved(bindings: readonly PlanEnvBinding[]): string | undefined {
  for (const binding of bindings) if (binding.kind !== "literal") return binding.ref;
  return undefined;
}

function isContextName(name: string, platform: NodeJS.Platform): boolean {
  return CONTEXT_NAMES.includes(platform === "win32" ? name.toUpperCase() : name);
}

/** Plain assignment would take a variable called `__proto__` for something else. */
function define(variables: Variables, name: string, value: string): void {
  Object.defineProperty(variables, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Windows names are one name in any case. */
function upperCased(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(own).map(([name, value]) => [name.toUpperCase(), value]));
}
