import { didYouMean } from "../lib/did-you-mean.ts";
import type { CatalogueEngine, EngineCatalogue } from "./catalogue.ts";
import { EngineProblem } from "./engine-problem.ts";

export interface SelectedEngine {
  engine: CatalogueEngine;
  /** Nobody named it: it was found on PATH. */
  assumed: boolean;
}

const ASSUMED_NAME = "opencode";

/**
 * The engine of a unit: the one that the unit or its document names, else the configured default, else `opencode` where its binary
 * is on PATH (spec engines.md, "Selection"). A name that is not configured is an error and never passed over.
 */
export function selectEngine(named: string | undefined, catalogue: EngineCatalogue): SelectedEngine {
  const name = named ?? catalogue.default;
  if (name !== undefined) return { engine: configuredEngine(name, catalogue), assumed: false };
  if (catalogue.opencodeOnPath) return { engine: assumedEngine(catalogue), assumed: true };
  throw new EngineProblem(
    "ENGINE_UNKNOWN",
    "it asks an engine, and none is named, configured as the default or found on PATH",
    `Configure one (${configureCommand("<name>")}, ` +
      "then akm config set defaults.engine <name>), or install opencode so that it is on PATH.",
  );
}

/** What one can type to have an engine of that name: a model server of this machine. */
export function configureCommand(name: string): string {
  return `akm config set engines.${name} '{"kind":"llm","endpoint":"http://127.0.0.1:11434/v1/chat/completions","model":"<model>"}'`;
}

export function configuredEngine(name: string, { configured, files }: EngineCatalogue): CatalogueEngine {
  const engine = configured.get(name);
  if (engine !== undefined) return engine;
  const near = didYouMean(name, configured.keys());
  const names = [...configured.keys()];
  throw new EngineProblem(
    "ENGINE_UNKNOWN",
    `no engine "${name}" is configured${near === undefined ? "" : `; did you mean ${near}?`}`,
    names.length === 0
      ? `Add engines.${name} to ${files.config}, or set it: ${configureCommand(name)}`
      : `Configured are ${names.join(", ")}; add engines.${name} to ${files.config}, or name one of these.`,
  );
}

function assumedEngine({ configured }: EngineCatalogue): CatalogueEngine {
  return (
    configured.get(ASSUMED_NAME) ?? {
      kind: "agent",
      name: ASSUMED_NAME,
      platform: "opencode",
      args: [],
      envPassthrough: [],
    }
  );
}
