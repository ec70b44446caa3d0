import type { LanguageModel } from "ai";
import type { FrozenLlmEngine } from "../../plan/index.ts";
import type { Exchange } from "./exchange.ts";
import { refusalExtractor } from "./refusal-extractor.ts";

/** Carries the number of the exchange through the SDK; it never leaves this process. */
const EXCHANGE_HEADER = "x-akm-exchange";

/** A model as the SDK's providers make it, and as their common interface has it. */
export type SdkModel = Extract<LanguageModel, { specificationVersion: "v3" }>;

/** The SDK's models, each made once: its answer schemas are compiled at first use, which costs more than a whole request. */
export class LanguageModels {
  readonly #models = new Map<string, Promise<SdkModel>>();
  readonly #exchanges = new Map<string, Exchange>();
  #count = 0;

  async modelOf(engine: FrozenLlmEngine): Promise<SdkModel> {
    const key = JSON.stringify([engine.provider, engine.endpoint, engine.model]);
    const known = this.#models.get(key);
    if (known !== undefined) return known;
    const made = createModel(engine, this.#fetch);
    this.#models.set(key, made);
    return made;
  }

  /** Makes the exchange reachable for one call of the SDK; `headers` go into that call. */
  open(exchange: Exchange): { headers: Record<string, string>; close: () => void } {
    this.#count += 1;
    const id = `${this.#count}`;
    this.#exchanges.set(id, exchange);
    return { headers: { [EXCHANGE_HEADER]: id }, close: () => this.#exchanges.delete(id) };
  }

  readonly #fetch: typeof fetch = async (_url, init) => {
    const headers = new Headers(init?.headers);
    const exchange = this.#exchanges.get(headers.get(EXCHANGE_HEADER) ?? "");
    if (exchange === undefined || typeof init?.body !== "string")
      throw new TypeError("not a request of an exchange");
    headers.delete(EXCHANGE_HEADER);
    return await exchange.fetch(headers, init.body);
  };
}

async function createModel(engine: FrozenLlmEngine, send: typeof fetch): Promise<SdkModel> {
  switch (engine.provider) {
    case "openai-compatible":
      return await createOpenAiCompatibleModel(engine, send);
    case "anthropic":
      return await createAnthropicModel(engine, send);
    default:
      return engine.provider satisfies never;
  }
}

async function createOpenAiCompatibleModel(
  { endpoint, model }: FrozenLlmEngine,
  send: typeof fetch,
): Promise<SdkModel> {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const provider = createOpenAICompatible({
    name: "akm",
    baseURL: endpoint.replace(/\/chat\/completions$/, ""),
    fetch: send,
    includeUsage: true,
    supportsStructuredOutputs: true,
    metadataExtractor: refusalExtractor,
    convertUsage: (usage) => ({
      inputTokens: { ...UNKNOWN_INPUT, total: usage?.prompt_tokens ?? undefined },
      outputTokens: { ...UNKNOWN_OUTPUT, total: usage?.completion_tokens ?? undefined },
    }),
  });
  return provider.chatModel(model);
}

const UNKNOWN_INPUT = { noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
const UNKNOWN_OUTPUT = { text: undefined, reasoning: undefined };

async function createAnthropicModel(
  { endpoint, model }: FrozenLlmEngine,
  send: typeof fetch,
): Promise<SdkModel> {
  const { createAnthropic } = await import("@ai-sdk/anthropic");
  const provider = createAnthropic({
    baseURL: endpoint.replace(/\/messages$/, ""),
    // Given a key, the SDK looks for none in the environment; the exchange puts the real one in its place.
    apiKey: "set-by-the-exchange",
    fetch: send,
  });
  return provider.languageModel(model);
}
