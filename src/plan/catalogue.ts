import type { FrozenAgentEngine, FrozenLlmEngine } from "./engine.ts";

/** What freezing needs to know of the world, gathered by `workspace/` so that `plan/` reads nothing itself. */
export interface Catalogue {
  /** Qualified ref, or the real path of a workflow given by path. */
  workflowRef: string;
  /** The source file as messages name it. */
  sourcePath: string;
  /** SHA-256 of the source file's bytes, lower-case hex. */
  sourceHash: string;
  /** Absolute, symlinks resolved. */
  cwd: string;
  git?: { root: string; commit?: string };
  settings: {
    /** Config `workflow.maxConcurrency`, clamped to 1–64 at freeze. */
    maxConcurrency?: number;
    /** Config `workflow.defaultMapConcurrency`, clamped to 1–64 at freeze. */
    defaultMapConcurrency?: number;
  };
  /** `AKM_HOST_CONCURRENCY`, else `min(16, max(1, cores − 2))` (decision R8). */
  hostConcurrency: number;
  engines: EngineCatalogue;
}

/** The engine side of the configuration, checked; empty for a workflow that asks no engine. */
export interface EngineCatalogue {
  configured: ReadonlyMap<string, CatalogueEngine>;
  /** Config `defaults.engine`. */
  default?: string;
  /** Config `workflow.judgeEngine`. */
  judge?: string;
  /** An `opencode` binary is on PATH. */
  opencodeOnPath: boolean;
  models: ModelAliases;
  /** Where a user would set what is missing, absolute. */
  files: { config: string; models: string };
}

/** A configured engine, its defaults filled in: what freezes as it is, and what a unit may say otherwise. */
export type CatalogueEngine = CatalogueLlmEngine | CatalogueAgentEngine;

export type CatalogueLlmEngine = FrozenLlmEngine & EngineTimeout;

/** `llmEngine` is the name of the model server an `opencode-sdk` engine talks to. */
export type CatalogueAgentEngine = Omit<FrozenAgentEngine, "llmEngine"> & {
  llmEngine?: string;
} & EngineTimeout;

interface EngineTimeout {
  /** Config `engines.<name>.timeoutMs`. */
  timeoutMs?: number;
}

/** By alias, then by the name of an engine or of a platform. */
export type ModelAliases = ReadonlyMap<string, ReadonlyMap<string, AliasedModel>>;

/** An exact model id, or the model that a configured engine has. */
export type AliasedModel = string | { engine: string };
