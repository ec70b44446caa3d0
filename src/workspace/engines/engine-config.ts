import type { AgentPlatform, JsonObject, LlmProvider } from "../../contract/index.ts";

/** `engines.<name>` of the configuration (spec engines.md, "Engines"). */
export type EngineConfig = LlmEngineConfig | AgentEngineConfig;

export interface LlmEngineConfig {
  kind: "llm";
  endpoint: string;
  model: string;
  provider?: LlmProvider;
  /** `$VAR` or `${VAR}`. */
  apiKey?: string;
  concurrency?: number;
  timeoutMs?: number;
  temperature?: number;
  maxTokens?: number;
  topP?: number;
  reasoningEffort?: string;
  extraParams?: JsonObject;
  /** US dollars for a million tokens. */
  price?: { input: number; output: number };
}

export interface AgentEngineConfig {
  kind: "agent";
  platform: AgentPlatform;
  bin?: string;
  args?: string[];
  model?: string;
  timeoutMs?: number;
  envPassthrough?: string[];
  /** `opencode-sdk` only: an engine of kind llm. */
  llmEngine?: string;
  /** This and the next: `custom` only (decision S13). */
  prompt?: "stdin" | "arg";
  output?: "text" | { json: string; usage?: { input: string; output: string } };
}
