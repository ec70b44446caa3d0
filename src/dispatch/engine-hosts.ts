import type { FrozenEngine } from "../plan/index.ts";
import type { DispatchEvents, DispatchRequest } from "../ports/index.ts";
import type { AttemptOutcome } from "../run/index.ts";
import type { LlmHost } from "./llm/llm-host.ts";
import type { ProcessHost } from "./process/process-host.ts";

export interface EngineDispatch {
  request: DispatchRequest;
  engine: FrozenEngine;
  signal: AbortSignal;
  events: DispatchEvents;
  /** Takes the run's secrets out of a text, to be used before any of it is cut away. */
  redact: (text: string) => string;
}

/** What the attempts of one process share by kind of engine. A kind's code is loaded by the first attempt that needs it. */
export class EngineHosts {
  readonly #environment: NodeJS.ProcessEnv;
  readonly #processes: ProcessHost;
  #llmHost: Promise<LlmHost> | undefined;
  #llm: ReturnType<typeof openLlm> | undefined;
  #agents: ReturnType<typeof openAgents> | undefined;

  /** @param environment akm's own; keys are read from it at each dispatch */
  constructor(environment: NodeJS.ProcessEnv, processes: ProcessHost) {
    this.#environment = environment;
    this.#processes = processes;
  }

  async dispatch({ engine, ...dispatch }: EngineDispatch): Promise<AttemptOutcome> {
    switch (engine.kind) {
      case "llm": {
        this.#llm ??= openLlm(this.#host());
        const { host, dispatchLlm } = await this.#llm;
        return await dispatchLlm(host, { ...dispatch, engine });
      }
      case "agent": {
        this.#agents ??= openAgents(this.#processes, this.#host());
        const { host, dispatchAgent } = await this.#agents;
        return await dispatchAgent(host, { ...dispatch, engine });
      }
      default:
        return engine satisfies never;
    }
  }

  /** One for models and agents: an agent can be lent a model's server. */
  #host(): Promise<LlmHost> {
    this.#llmHost ??= import("./llm/llm-host.ts").then(({ LlmHost }) => new LlmHost(this.#environment));
    return this.#llmHost;
  }

  /** Ends what attempts share and none uses now. */
  async dispose(): Promise<void> {
    // Code that could not be loaded was told of by the attempt that needed it, and shares nothing.
    const agents = await this.#agents?.catch(() => undefined);
    await agents?.disposeAgentServers(agents.host);
  }
}

async function openLlm(opening: Promise<LlmHost>) {
  const [host, { dispatchLlm }] = await Promise.all([opening, import("./llm/dispatch-llm.ts")]);
  return { host, dispatchLlm };
}

async function openAgents(processes: ProcessHost, opening: Promise<LlmHost>) {
  const [llm, { createAgentHost, disposeAgentServers }, { dispatchAgent }] = await Promise.all([
    opening,
    import("./agent/agent-host.ts"),
    import("./agent/dispatch-agent.ts"),
  ]);
  return { host: createAgentHost(processes, llm), dispatchAgent, disposeAgentServers };
}
