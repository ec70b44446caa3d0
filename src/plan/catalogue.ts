import type { Command, Task, Workflow } from "../source/index.ts";
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
  /** Every asset the workflow uses, and those that they use, by the ref as it is written. */
  assets: ReadonlyMap<string, CatalogueAsset>;
}

/** An asset that another uses, read and found free of errors. */
export type CatalogueAsset = AssetFile &
  (
    | { family: "commands"; command: Command }
    | { family: "scripts"; bytes: Uint8Array }
    | { family: "tasks"; task: Task }
    | { family: "workflows"; workflow: Workflow }
  );

export interface AssetFile {
  /** Qualified. */
  ref: string;
  /** Real path. */
  path: string;
  /** As messages name it. */
  displayPath: string;
  /** Of its bytes, lower-case hex. */
  sha256: string;
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
