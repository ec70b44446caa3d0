import type { AliasedModel, CatalogueEngine, EngineCatalogue } from "./catalogue.ts";
import { EngineProblem } from "./engine-problem.ts";
import { configuredEngine } from "./select-engine.ts";

/**
 * The exact model that a word stands for on an engine. An alias of `models.json` is looked up under the engine's name, then under its
 * platform; one that has neither column is an error, since a guess would ask another model. A word that is no alias is an exact id.
 */
export function resolveModel(word: string, engine: CatalogueEngine, catalogue: EngineCatalogue): string {
  const alias = catalogue.models.get(word);
  if (alias === undefined) return word;
  const columns = columnsOf(engine);
  const aliased = columns.map((column) => alias.get(column)).find((model) => model !== undefined);
  if (aliased === undefined) throw noColumn(word, columns, catalogue);
  return typeof aliased === "string" ? aliased : borrowedModel(word, aliased, catalogue);
}

function columnsOf(engine: CatalogueEngine): string[] {
  if (engine.kind === "llm") return [engine.name];
  const harness = engine.platform === "opencode-sdk" ? ["opencode-sdk", "opencode"] : [engine.platform];
  return [engine.name, ...harness];
}

function noColumn(word: string, columns: string[], { files }: EngineCatalogue): EngineProblem {
  return new EngineProblem(
    "INVALID_CONFIG_FILE",
    `the model alias "${word}" says nothing for ${columns.join(" or ")}`,
    `Add aliases.${word}.${columns[0]} to ${files.models}, or name an exact model.`,
  );
}

/** The other engine's own model as it stands there: one hop, never a chain. */
function borrowedModel(
  word: string,
  { engine: name }: Exclude<AliasedModel, string>,
  catalogue: EngineCatalogue,
): string {
  const { model } = configuredEngine(name, catalogue);
  if (model !== undefined) return model;
  throw new EngineProblem(
    "INVALID_CONFIG_FILE",
    `the model alias "${word}" borrows the model of engine ${name}, which has none`,
    `Set engines.${name}.model in ${catalogue.files.config}.`,
  );
}
