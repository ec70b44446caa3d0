import { AkmError } from "../errors/index.ts";
import type { FrozenEngine } from "../plan/index.ts";
import type { DispatchEvents, DispatchRequest } from "../ports/index.ts";
import type { AttemptOutcome } from "../run/index.ts";

export interface EngineDispatch {
  request: DispatchRequest;
  engine: FrozenEngine;
  signal: AbortSignal;
  events: DispatchEvents;
}

/** What the attempts of one process share by kind of engine. A kind's code is loaded by the first attempt that needs it. */
export class EngineHosts {
  readonly #environment: NodeJS.ProcessEnv;
  #llm: ReturnType<typeof openLlm> | undefined;

  /** @param environment akm's own; keys are read from it at each dispatch */
  constructor(environment: NodeJS.ProcessEnv) {
    this.#environment = environment;
  }

  async dispatch({ engine, ...dispatch }: EngineDispatch): Promise<AttemptOutcome> {
    switch (engine.kind) {
      case "llm": {
        this.#llm ??= openLlm(this.#environment);
        const { host, dispatchLlm } = await this.#llm;
        return await dispatchLlm(host, { ...dispatch, engine });
      }
      case "agent":
        throw new AkmError("NOT_YET_SUPPORTED", `Engine ${engine.name} is an agent.`, {
          hint: "This version of akm asks models only.",
        });
      default:
        return engine satisfies never;
    }
  }
}

async function openLlm(environment: NodeJS.ProcessEnv) {
  const [{ LlmHost }, { dispatchLlm }] = await Promise.all([
    import("./llm/llm-host.ts"),
    import("./llm/dispatch-llm.ts"),
  ]);
  return { host: new LlmHost(environment), dispatchLlm };
}
