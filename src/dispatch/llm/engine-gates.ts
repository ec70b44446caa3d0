import { Semaphore } from "../../lib/semaphore.ts";
import type { FrozenLlmEngine } from "../../plan/index.ts";

/** How many requests each engine may have out at once, over every run and gate of this process. */
export class EngineGates {
  readonly #gates = new Map<string, Semaphore>();

  /** One gate for an engine's name at its endpoint, as wide as the engine's `concurrency` when it was first asked for. */
  gateOf({ name, endpoint, concurrency }: FrozenLlmEngine): Semaphore {
    const key = `${name} ${endpoint}`;
    let gate = this.#gates.get(key);
    if (gate === undefined) {
      gate = new Semaphore(concurrency);
      this.#gates.set(key, gate);
    }
    return gate;
  }
}
