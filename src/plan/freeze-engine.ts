import { type JsonObject, LLM_TIMEOUT_DEFAULT_MS } from "../contract/index.ts";
import { AkmError } from "../errors/index.ts";
import { compact } from "../lib/compact.ts";
import type {
  CatalogueAgentEngine,
  CatalogueEngine,
  CatalogueLlmEngine,
  EngineCatalogue,
} from "./catalogue.ts";
import type { FrozenAgentEngine, FrozenEngine, FrozenLlmEngine } from "./engine.ts";
import { EngineProblem } from "./engine-problem.ts";
import { resolveModel } from "./resolve-model.ts";
import { configuredEngine } from "./select-engine.ts";
import { tuneInference } from "./tune-inference.ts";

/** What a unit says about the engine it is handed to, its document's defaults applied. */
export interface EngineWishes {
  model?: string;
  llm?: JsonObject;
}

/** Fixes everything that decides what an engine is asked. Throws {@link EngineProblem}. */
export function freezeEngine(
  engine: CatalogueEngine,
  wishes: EngineWishes,
  catalogue: EngineCatalogue,
): FrozenEngine {
  const word = wishes.model ?? engine.model;
  const model = word === undefined ? undefined : resolveModel(word, engine, catalogue);
  return engine.kind === "llm"
    ? freezeLlmEngine(engine, model ?? engine.model, wishes.llm)
    : freezeAgentEngine(engine, model, catalogue);
}

/** The engine of that name, on its own settings alone. Errors: `ENGINE_UNKNOWN`, `INVALID_CONFIG_FILE`. */
export function freezeConfiguredEngine(name: string, catalogue: EngineCatalogue): FrozenEngine {
  try {
    return freezeEngine(configuredEngine(name, catalogue), {}, catalogue);
  } catch (error) {
    if (!(error instanceof EngineProblem)) throw error;
    throw new AkmError(error.code, `engine ${name}: ${error.message}`, { hint: error.hint });
  }
}

/** `engines.<name>.timeoutMs`, else ten minutes for a model; an agent has none of its own (spec workflow-schema.txt, "Bounds"). */
export function engineTimeoutMs(engine: CatalogueEngine): number | undefined {
  return engine.timeoutMs ?? (engine.kind === "llm" ? LLM_TIMEOUT_DEFAULT_MS : undefined);
}

function freezeLlmEngine(
  { timeoutMs: _, ...engine }: CatalogueLlmEngine,
  model: string,
  llm: JsonObject | undefined,
): FrozenLlmEngine {
  return { ...engine, model, inference: tuneInference(engine.inference, llm) };
}

function freezeAgentEngine(
  { timeoutMs: _, model: _configured, llmEngine, ...engine }: CatalogueAgentEngine,
  model: string | undefined,
  catalogue: EngineCatalogue,
): FrozenAgentEngine {
  const server = llmEngine === undefined ? undefined : llmServer(engine.name, llmEngine, catalogue);
  return { ...engine, ...compact({ model, llmEngine: server }) };
}

function llmServer(agent: string, name: string, catalogue: EngineCatalogue): FrozenLlmEngine {
  const engine = configuredEngine(name, catalogue);
  if (engine.kind === "llm") {
    return freezeLlmEngine(engine, resolveModel(engine.model, engine, catalogue), undefined);
  }
  throw new EngineProblem(
    "INVALID_CONFIG_FILE",
    `engines.${agent}.llmEngine names ${name}, which is an agent and no model server`,
    `Name an engine of kind llm there, in ${catalogue.files.config}.`,
  );
}
