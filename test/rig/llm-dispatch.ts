import type { JsonObject } from "../../src/contract/index.ts";
import { dispatchLlm, type LlmDispatch } from "../../src/dispatch/llm/dispatch-llm.ts";
import { LlmHost } from "../../src/dispatch/llm/llm-host.ts";
import type { FrozenLlmEngine } from "../../src/plan/index.ts";
import type { DispatchRequest } from "../../src/ports/index.ts";
import type { AttemptOutcome } from "../../src/run/index.ts";

export interface AskOptions {
  engine?: Partial<FrozenLlmEngine>;
  schema?: JsonObject;
  prompt?: string;
  timeoutMs?: number;
  signal?: AbortSignal;
  redact?: (text: string) => string;
}

/** Everything a unit's attempt said besides its outcome. */
export interface Heard {
  warnings: string[];
  progress: string[];
}

/** Dispatches single attempts to an LLM engine named `stub`, and remembers what was heard. */
export class LlmAsker {
  readonly host: LlmHost;
  readonly heard: Heard = { warnings: [], progress: [] };
  readonly #engine: FrozenLlmEngine;

  constructor(endpoint: string, environment: NodeJS.ProcessEnv = {}) {
    this.host = new LlmHost(environment);
    this.#engine = {
      kind: "llm",
      name: "stub",
      provider: endpoint.endsWith("/messages") ? "anthropic" : "openai-compatible",
      endpoint,
      model: "m",
      inference: {},
      concurrency: 1,
    };
  }

  ask(options: AskOptions = {}): Promise<AttemptOutcome> {
    const { warnings, progress } = this.heard;
    const dispatch: LlmDispatch = {
      engine: { ...this.#engine, ...options.engine },
      request: llmRequest(options),
      signal: options.signal ?? new AbortController().signal,
      events: {
        onProcess: () => undefined,
        onWarning: (message) => warnings.push(message),
        onProgress: (text) => progress.push(text),
      },
      ...(options.redact === undefined ? {} : { redact: options.redact }),
    };
    return dispatchLlm(this.host, dispatch);
  }
}

function llmRequest({ prompt = "Say something.", schema, timeoutMs }: AskOptions): DispatchRequest {
  return {
    runId: "run",
    stepId: "s",
    unitId: "s",
    dispatchId: "run/s/1",
    attempt: 1,
    target: { kind: "shell", command: ["true"], passEnv: [] },
    instructions: prompt,
    cwd: "/",
    env: [],
    context: { params: "{}" },
    prompt: () => ({ text: prompt, parts: [{ label: "instructions", bytes: Buffer.byteLength(prompt) }] }),
    ...(schema === undefined ? {} : { outputSchema: schema }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}
