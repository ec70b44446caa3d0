import { type Release, Semaphore } from "../../lib/semaphore.ts";
import type { FrozenLlmEngine } from "../../plan/index.ts";
import { watchAbort } from "../process/abort-watch.ts";

/** How many requests each engine may have out at once, over every run and gate of this process. */
export class EngineGates {
  readonly #gates = new Map<string, Semaphore>();

  /** Resolves when it is the caller's turn at the engine; undefined when the signal aborts before that. */
  async enter(engine: FrozenLlmEngine, signal: AbortSignal): Promise<Release | undefined> {
    if (signal.aborted) return undefined;
    const place = this.#gateOf(engine).queue();
    const forget = watchAbort(signal, place.withdraw);
    try {
      return await place.granted;
    } finally {
      forget();
    }
  }

  /** One gate for an engine's name at its endpoint, as wide as the engine's `concurrency` when it was first asked for. */
  #gateOf({ name, endpoint, concurrency }: FrozenLlmEngine): Semaphore {
    const key = `${name} ${endpoint}`;
    let gate = this.#gates.get(key);
    if (gate === undefined) {
      gate = new Semaphore(concurrency);
      this.#gates.set(key, gate);
    }
    return gate;
  }
}
