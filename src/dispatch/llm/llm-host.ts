import type { Connections } from "./connections.ts";
import { EngineGates } from "./engine-gates.ts";
import type { LanguageModels } from "./language-models.ts";
import type { OptionalField } from "./provider-failure.ts";

/** The libraries that only a request needs. */
export interface LlmLibraries {
  models: LanguageModels;
  connections: Connections;
}

/** What the model requests of one process share. Cheap to make: libraries are loaded by the first request. */
export class LlmHost {
  readonly gates = new EngineGates();
  readonly #environment: NodeJS.ProcessEnv;
  readonly #said = new Set<string>();
  readonly #refused = new Map<string, Set<OptionalField>>();
  #libraries: Promise<LlmLibraries> | undefined;

  /** @param environment akm's own; keys are read from it at each dispatch */
  constructor(environment: NodeJS.ProcessEnv) {
    this.#environment = environment;
  }

  /** A variable's value, undefined where it is not set or empty. */
  variable(name: string): string | undefined {
    const value = this.#environment[name]?.trim();
    return value === "" ? undefined : value;
  }

  libraries(): Promise<LlmLibraries> {
    this.#libraries ??= loadLibraries();
    return this.#libraries;
  }

  /** True the first time it is asked about a message. */
  isNews(message: string): boolean {
    const before = this.#said.size;
    return this.#said.add(message).size > before;
  }

  /** The optional fields that an endpoint has refused. */
  refusedBy(endpoint: string): Set<OptionalField> {
    const known = this.#refused.get(endpoint) ?? new Set();
    this.#refused.set(endpoint, known);
    return known;
  }
}

async function loadLibraries(): Promise<LlmLibraries> {
  const [{ LanguageModels }, { Connections }] = await Promise.all([
    import("./language-models.ts"),
    import("./connections.ts"),
  ]);
  return { models: new LanguageModels(), connections: new Connections() };
}
