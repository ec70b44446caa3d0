import type { JsonObject } from "./json.ts";

/** Inference settings by their name in a plan and in the configuration, each with what it may be. */
export const INFERENCE_SETTINGS = {
  temperature: { type: "number", minimum: 0 },
  maxTokens: { type: "integer", minimum: 1 },
  topP: { type: "number", minimum: 0, maximum: 1 },
  reasoningEffort: { type: "string", minLength: 1 },
  extraParams: { type: "object" },
} as const satisfies Readonly<Record<string, JsonObject>>;

export type InferenceSetting = keyof typeof INFERENCE_SETTINGS;
