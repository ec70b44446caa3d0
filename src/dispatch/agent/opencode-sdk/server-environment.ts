import type { JsonObject } from "../../../contract/index.ts";
import type { FrozenLlmEngine } from "../../../plan/index.ts";
import type { Variables } from "../../process/variables.ts";
import type { AgentAttempt } from "../platform.ts";

/** How opencode is told of the model server that an engine lends it. */
export const LENT_PROVIDER = "akm";
const KEY_VARIABLE = "AKM_LENT_MODEL_KEY";

/** Without a unit's own context, so that units can share a server; with the lent model server as opencode's configuration. */
export function serverEnvironment({ sharedEnvironment, engine, modelKey }: AgentAttempt): Variables {
  const { llmEngine } = engine;
  if (llmEngine === undefined) return sharedEnvironment;
  return {
    ...sharedEnvironment,
    OPENCODE_CONFIG_CONTENT: JSON.stringify(configuration(llmEngine, modelKey)),
    ...(modelKey === undefined ? {} : { [KEY_VARIABLE]: modelKey }),
  };
}

function configuration({ provider, endpoint, model }: FrozenLlmEngine, key: string | undefined): JsonObject {
  const isAnthropic = provider === "anthropic";
  const options: JsonObject = { baseURL: endpoint.replace(/\/(?:chat\/completions|messages)$/, "") };
  if (key !== undefined) options.apiKey = `{env:${KEY_VARIABLE}}`;
  const name = `${LENT_PROVIDER}/${model}`;
  return {
    model: name,
    small_model: name,
    provider: {
      [LENT_PROVIDER]: {
        npm: isAnthropic ? "@ai-sdk/anthropic" : "@ai-sdk/openai-compatible",
        name: LENT_PROVIDER,
        options,
        models: { [model]: { name: model } },
      },
    },
  };
}
