import type { AgentPlatform, JsonObject, LlmProvider } from "../contract/index.ts";

export { AGENT_PLATFORMS, type AgentPlatform } from "../contract/index.ts";

/** An engine as a plan freezes it: all that decides what is asked. Executables and secret values are looked up at dispatch. */
export type FrozenEngine = FrozenLlmEngine | FrozenAgentEngine;

export interface FrozenLlmEngine {
  kind: "llm";
  name: string;
  provider: LlmProvider;
  /** Full URL ending in `/chat/completions`, or `/messages` for anthropic. */
  endpoint: string;
  /** The exact model id. */
  model: string;
  /** Variable the key is read from at dispatch; `AKM_ENGINE_<NAME>_API_KEY` is the fallback. */
  apiKeyVariable?: string;
  inference: Inference;
  /** How many requests may be out at once, 1–64. */
  concurrency: number;
  price?: Price;
}

export interface Inference {
  temperature?: number;
  maxTokens?: number;
  topP?: number;
  reasoningEffort?: string;
  /** Sent in the request body as they are. */
  extraParams?: JsonObject;
}

/** US dollars for a million tokens. */
export interface Price {
  input: number;
  output: number;
}

export interface FrozenAgentEngine {
  kind: "agent";
  name: string;
  platform: AgentPlatform;
  /** Executable name or path; the platform's usual one unless told. */
  bin?: string;
  /** Put before the platform's own arguments. */
  args: string[];
  model?: string;
  /** Names passed through from akm's environment beyond the allowlist. */
  envPassthrough: string[];
  /** `opencode-sdk` only: the model server it talks to. */
  llmEngine?: FrozenLlmEngine;
  /** `custom` only (decision S13). */
  custom?: {
    prompt: "stdin" | "arg";
    output: "text" | { json: string; usage?: { input: string; output: string } };
  };
}
