import { setTimeout as sleep } from "node:timers/promises";
import type { JsonObject } from "../../contract/index.ts";
import type { FrozenLlmEngine } from "../../plan/index.ts";
import type { DispatchEvents, DispatchRequest } from "../../ports/index.ts";
import type { AttemptOutcome } from "../../run/index.ts";
import { type ApiKey, keyHeaders, readApiKey } from "./api-key.ts";
import { askModel } from "./ask-model.ts";
import { optionalFields, settingsNotTaken } from "./call-settings.ts";
import { concludeAnswer } from "./conclude-answer.ts";
import { Deadline } from "./deadline.ts";
import { Exchange } from "./exchange.ts";
import type { LlmHost } from "./llm-host.ts";
import type { ModelAnswer } from "./model-answer.ts";
import { failed } from "./outcome.ts";
import { Progress } from "./progress.ts";
import { promptTooLarge } from "./prompt-size.ts";
import { type OptionalField, ProviderFailure } from "./provider-failure.ts";
import { inWords, repeatRequests } from "./repeat-requests.ts";
import { requestFailure } from "./request-failure.ts";
import { createScrub, type Scrub } from "./scrub.ts";

export interface LlmDispatch {
  request: DispatchRequest;
  engine: FrozenLlmEngine;
  signal: AbortSignal;
  events: DispatchEvents;
  /** Takes the run's secrets out of a text; the engine's own key is taken out in any case. */
  redact?: Scrub;
}

/**
 * Asks a model for one attempt (spec engines.md). Every outcome is a value. Nothing is sent for a prompt over 256 KiB
 * (`llm_error`) or a key that is named but not there (`env_unresolved`).
 */
export async function dispatchLlm(host: LlmHost, dispatch: LlmDispatch): Promise<AttemptOutcome> {
  const { engine, request, signal } = dispatch;
  const prompt = request.prompt();
  const tooLarge = promptTooLarge(prompt);
  if (tooLarge !== undefined) return failed("llm_error", tooLarge);
  const key = readApiKey(engine, host);
  if (!key.ok) return failed("env_unresolved", key.message);
  const release = await enter(host, engine, signal);
  if (release === undefined) return cancelled();
  const deadline = new Deadline(signal, request.timeoutMs);
  try {
    return await new LlmAttempt(host, dispatch, { prompt: prompt.text, key, deadline }).run();
  } finally {
    deadline.clear();
    release();
  }
}

/** Undefined when the attempt was cancelled while it waited for its turn. */
async function enter(
  host: LlmHost,
  engine: FrozenLlmEngine,
  signal: AbortSignal,
): Promise<(() => void) | undefined> {
  try {
    return await host.gates.gateOf(engine).acquire(signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

function cancelled(): AttemptOutcome {
  return failed("aborted", "The request to the model was cancelled.");
}

type UsableKey = Extract<ApiKey, { ok: true }>;

interface AttemptParts {
  prompt: string;
  key: UsableKey;
  deadline: Deadline;
}

/** One attempt that has its turn: its requests, and what they come to. */
class LlmAttempt {
  readonly #host: LlmHost;
  readonly #dispatch: LlmDispatch;
  readonly #parts: AttemptParts;
  readonly #scrub: Scrub;
  readonly #url: URL;

  constructor(host: LlmHost, dispatch: LlmDispatch, parts: AttemptParts) {
    this.#host = host;
    this.#dispatch = dispatch;
    this.#parts = parts;
    this.#scrub = createScrub(dispatch.redact, parts.key.value);
    this.#url = new URL(dispatch.engine.endpoint);
  }

  async run(): Promise<AttemptOutcome> {
    const { engine, events, request } = this.#dispatch;
    const { signal } = this.#parts.deadline;
    for (const setting of settingsNotTaken(engine)) this.#warnOnce(setting);
    try {
      const answer = await repeatRequests(() => this.#ask(), {
        sleep: (ms) => sleep(ms, undefined, { signal }),
        onWarning: (message) => events.onWarning(`engine ${engine.name}: ${message}`),
        leaveOut: (field, message) => this.#leaveOut(field, message),
      });
      return concludeAnswer(answer, {
        engine,
        schema: request.outputSchema,
        scrub: this.#scrub,
        onWarning: (message) => events.onWarning(message),
      });
    } catch (error) {
      return this.#concludeFailure(error);
    }
  }

  /** One request. Rejects with a {@link ProviderFailure}, or with anything at all once the attempt has ended. */
  async #ask(): Promise<ModelAnswer> {
    const { engine, events } = this.#dispatch;
    const { signal } = this.#parts.deadline;
    const { sdk, models, connections } = await this.#host.libraries();
    const fields = optionalFields(engine, this.#dispatch.request.outputSchema).filter(
      (field) => !this.#host.refusedBy(engine.endpoint).has(field),
    );
    const exchange = new Exchange({
      connections,
      url: this.#url,
      headers: keyHeaders(engine, this.#parts.key.value),
      extraParams: engine.inference.extraParams,
      optionalFields: fields,
      signal,
      scrub: this.#scrub,
    });
    const { headers, close } = models.open(exchange);
    try {
      return await askModel(
        {
          sdk,
          model: await models.modelOf(engine),
          engine,
          prompt: this.#parts.prompt,
          schema: fields.includes("response-schema") ? this.#schema : undefined,
          headers,
          signal,
          onPiece: new Progress((text) => events.onProgress?.(text), this.#scrub).add,
          onWarning: (message) => this.#warnOnce(message),
        },
        exchange,
      );
    } catch (error) {
      throw requestFailure(error, exchange, this.#url, this.#scrub);
    } finally {
      close();
      exchange.close();
    }
  }

  get #schema(): JsonObject | undefined {
    return this.#dispatch.request.outputSchema;
  }

  /** Remembered for the endpoint as long as the process lives; the words of the prompt ask for the same. */
  #leaveOut(field: OptionalField, message: string): void {
    this.#host.refusedBy(this.#dispatch.engine.endpoint).add(field);
    this.#warnOnce(
      `requests go without ${field.replace("-", " ")} from now on, as it was refused: ${message}`,
    );
  }

  #warnOnce(message: string): void {
    const text = `engine ${this.#dispatch.engine.name}: ${message}`;
    if (this.#host.isNews(text)) this.#dispatch.events.onWarning(text);
  }

  #concludeFailure(error: unknown): AttemptOutcome {
    const { engine, request } = this.#dispatch;
    switch (this.#parts.deadline.end) {
      case "aborted":
        return cancelled();
      case "timeout":
        return failed(
          "timeout",
          `Engine ${engine.name} had not answered after its timeout of ${request.timeoutMs} ms.`,
        );
      default:
        if (!(error instanceof ProviderFailure)) throw error;
        return failed(reasonOf(error), `Engine ${engine.name}: ${error.message}.${this.#remedy(error)}`);
    }
  }

  #remedy({ kind, status, waitMs }: ProviderFailure): string {
    const { value, variable } = this.#parts.key;
    if (status === 401 || status === 403) {
      return value === undefined
        ? ` No key was sent; ${variable} is not set.`
        : ` The key is that of ${variable}.`;
    }
    if (kind !== "rate-limit") return "";
    if (waitMs === undefined) return " It names no time to wait.";
    return ` It asks to come back ${inWords(waitMs)}, at ${new Date(Date.now() + waitMs).toISOString()}.`;
  }
}

function reasonOf({ kind }: ProviderFailure): "llm_rate_limit" | "llm_error" {
  return kind === "rate-limit" ? "llm_rate_limit" : "llm_error";
}
