import { INFERENCE_SETTINGS, type InferenceSetting, LLM_CONCURRENCY_DEFAULT } from "../../contract/index.ts";
import { compact } from "../../lib/compact.ts";
import type { CatalogueAgentEngine, CatalogueEngine, CatalogueLlmEngine } from "../../plan/index.ts";
import type { AgentEngineConfig, EngineConfig, LlmEngineConfig } from "./engine-config.ts";
import { isLoopbackEndpoint } from "./loopback.ts";

/** An engine of the configuration as freezing takes it: names and defaults filled in, the key by the name of its variable. */
export function configuredEngine(name: string, config: EngineConfig): CatalogueEngine {
  return config.kind === "llm" ? llmEngine(name, config) : agentEngine(name, config);
}

function llmEngine(name: string, config: LlmEngineConfig): CatalogueLlmEngine {
  const place = isLoopbackEndpoint(config.endpoint) ? "loopback" : "remote";
  return {
    kind: "llm",
    name,
    provider: config.provider ?? "openai-compatible",
    endpoint: config.endpoint,
    model: config.model,
    inference: inferenceOf(config),
    concurrency: config.concurrency ?? LLM_CONCURRENCY_DEFAULT[place],
    ...compact({
      apiKeyVariable: config.apiKey?.replace(/[${}]/g, ""),
      price: config.price,
      timeoutMs: config.timeoutMs,
    }),
  };
}

function inferenceOf(config: LlmEngineConfig): CatalogueLlmEngine["inference"] {
  const settings = Object.keys(INFERENCE_SETTINGS) as InferenceSetting[];
  return compact(Object.fromEntries(settings.map((setting) => [setting, config[setting]])));
}

function agentEngine(name: string, config: AgentEngineConfig): CatalogueAgentEngine {
  const { platform, bin, args = [], model, timeoutMs, envPassthrough = [], llmEngine } = config;
  const custom =
    platform === "custom" ? { prompt: config.prompt ?? "stdin", output: config.output ?? "text" } : undefined;
  return {
    kind: "agent",
    name,
    platform,
    args,
    envPassthrough,
    ...compact({ bin, model, timeoutMs, llmEngine, custom }),
  };
}
