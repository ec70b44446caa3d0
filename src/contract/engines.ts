import type { JsonObject } from "./json.ts";

export const LLM_PROVIDERS = ["openai-compatible", "anthropic"] as const;
export type LlmProvider = (typeof LLM_PROVIDERS)[number];

/** How the path of a provider's chat endpoint ends. */
export const ENDPOINT_SUFFIXES: Readonly<Record<LlmProvider, string>> = {
  "openai-compatible": "/chat/completions",
  anthropic: "/messages",
};

export const AGENT_PLATFORMS = [
  "claude",
  "codex",
  "opencode",
  "opencode-sdk",
  "gemini",
  "acp",
  "custom",
] as const;
export type AgentPlatform = (typeof AGENT_PLATFORMS)[number];

/** The program of a platform where the configuration names none; the platforms left out have none of their own. */
export const PLATFORM_BINARIES: Readonly<Partial<Record<AgentPlatform, string>>> = {
  claude: "claude",
  codex: "codex",
  opencode: "opencode",
  "opencode-sdk": "opencode",
  gemini: "gemini",
};

/** Inference settings by their name in a plan and in the configuration, each with what it may be. */
export const INFERENCE_SETTINGS = {
  temperature: { type: "number", minimum: 0 },
  maxTokens: { type: "integer", minimum: 1 },
  topP: { type: "number", minimum: 0, maximum: 1 },
  reasoningEffort: { type: "string", minLength: 1 },
  extraParams: { type: "object" },
} as const satisfies Readonly<Record<string, JsonObject>>;

export type InferenceSetting = keyof typeof INFERENCE_SETTINGS;

/** The variable that holds an engine's key where its configuration names none, or the one it names is not set. */
export function engineKeyVariable(engineName: string): string {
  return `AKM_ENGINE_${engineName.toUpperCase().replaceAll("-", "_")}_API_KEY`;
}
