import { compact } from "../../lib/compact.ts";
import type { EngineCatalogue } from "../../plan/index.ts";
import type { Workflow } from "../../source/index.ts";
import type { Config } from "../config-keys.ts";
import type { Directories, Environment } from "../directories.ts";
import { findOnPath } from "../find-on-path.ts";
import { configuredEngine } from "./configured-engine.ts";
import { loadModelAliases, modelsFilePath } from "./model-aliases.ts";

export interface EngineSources {
  config: Config;
  directories: Directories;
  /** The file a missing setting would be put in, absolute. */
  configFile: string;
  env: Environment;
}

/**
 * The engine side of a freeze. A workflow of commands alone needs none of it, and then nothing is read.
 * Errors: `INVALID_CONFIG_FILE` for a `models.json` that is not one.
 */
export async function gatherEngines(workflow: Workflow, sources: EngineSources): Promise<EngineCatalogue> {
  if (asksEngines(workflow)) return await gatherAllEngines(sources);
  return { configured: new Map(), opencodeOnPath: false, models: new Map(), files: filesOf(sources) };
}

/** Every engine there is, whoever asks for it. Errors: `INVALID_CONFIG_FILE` for a `models.json` that is not one. */
export async function gatherAllEngines(sources: EngineSources): Promise<EngineCatalogue> {
  const { config, env } = sources;
  const files = filesOf(sources);
  const configured = Object.entries(config.engines ?? {}).map(
    ([name, engine]) => [name, configuredEngine(name, engine)] as const,
  );
  return {
    configured: new Map(configured),
    ...compact({ default: config.defaults?.engine, judge: config.workflow?.judgeEngine }),
    opencodeOnPath: findOnPath("opencode", env) !== undefined,
    models: await loadModelAliases(files.models),
    files,
  };
}

function filesOf({ configFile, directories }: EngineSources): EngineCatalogue["files"] {
  return { config: configFile, models: modelsFilePath(directories) };
}

function asksEngines({ steps }: Workflow): boolean {
  return steps.some(
    (step) => (step.kind !== "route" && step.unit.exec === undefined) || step.gate?.rubric !== undefined,
  );
}
