import type { JsonObject } from "../../src/contract/index.ts";
import { dispatchLlm, type LlmDispatch } from "../../src/dispatch/llm/dispatch-llm.ts";
import { LlmHost } from "../../src/dispatch/llm/llm-host.ts";
import type { FrozenLlmEngine } from "../../src/plan/index.ts";
import type { DispatchRequest } from "../../src/ports/index.ts";
import type { AttemptOutcome } from "../../src/run/index.ts";
import { type ModelServer, type Script, startModelServer } from "./model-server.ts";

export const PROVIDERS: FrozenLlmEngine["provider"][] = ["openai-compatible", "anthropic"];

export const OBJECT_SCHEMA = {
  type: "object",
  properties: { a: { type: "string" } },
  required: ["a"],
  additionalProperties: false,
};

export interface AskOptions {
  engine?: Partial<FrozenLlmEngine>;
  schema?: JsonObject;
  prompt?: string;
  timeoutMs?: number;
  signal?: AbortSignal;
  redact?: (text: string) => string;
}

export interface ServeOptions {
  provider?: FrozenLlmEngine["provider"];
  environment?: NodeJS.ProcessEnv;
}

/** A scripted model server, and single attempts dispatched to an engine named `stub` that stands there. */
export class LlmBench {
  #server: ModelServer | undefined;
  #host = new LlmHost({});
  #provider: FrozenLlmEngine["provider"] = "openai-compatible";
  /** What the attempts said besides their outcomes. */
  readonly heard: { warnings: string[]; progress: string[] } = { warnings: [], progress: [] };

  get server(): ModelServer {
    if (this.#server === undefined) throw new Error("no model server was started");
    return this.#server;
  }

  async serve(
    script: Script,
    { provider = "openai-compatible", environment = {} }: ServeOptions = {},
  ): Promise<void> {
    this.#provider = provider;
    this.#host = new LlmHost(environment);
    this.heard.warnings.length = 0;
    this.heard.progress.length = 0;
    this.#server = await startModelServer(script);
  }

  ask(options: AskOptions = {}): Promise<AttemptOutcome> {
    const { warnings, progress } = this.heard;
    const dispatch: LlmDispatch = {
      engine: { ...this.#engine(), ...options.engine },
      request: llmRequest(options),
      signal: options.signal ?? new AbortController().signal,
      events: {
        onProcess: () => undefined,
        onWarning: (message) => warnings.push(message),
        onProgress: (text) => progress.push(text),
      },
      ...(options.redact === undefined ? {} : { redact: options.redact }),
    };
    return dispatchLlm(this.#host, dispatch);
  }

  /** Starts a server for one attempt, and makes it. */
  async answerTo(
    script: Script,
    options: AskOptions = {},
    provider: FrozenLlmEngine["provider"] = "openai-compatible",
  ): Promise<AttemptOutcome> {
    await this.serve(script, { provider });
    return await this.ask(options);
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  #engine(): FrozenLlmEngine {
    const { messages, chatCompletions } = this.server.urls;
    return {
      kind: "llm",
      name: "stub",
      provider: this.#provider,
      endpoint: this.#provider === "anthropic" ? messages : chatCompletions,
      model: "m",
      inference: {},
      concurrency: 1,
    };
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
