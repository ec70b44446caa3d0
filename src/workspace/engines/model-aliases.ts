import { join } from "node:path";
import type { AliasedModel, ModelAliases } from "../../plan/index.ts";
import { invalidConfig, readConfigFile } from "../config.ts";
import type { Directories } from "../directories.ts";
import installedModels from "./installed-models.json" with { type: "json" };

const MODELS_FILE = "models.json";

export function modelsFilePath({ config }: Directories): string {
  return join(config, MODELS_FILE);
}

/** The installed aliases with the user's over them, column by column. Errors: `INVALID_CONFIG_FILE`. */
export async function loadModelAliases(path: string): Promise<ModelAliases> {
  const aliases = new Map<string, Map<string, AliasedModel>>();
  overlay(aliases, installedModels.aliases);
  overlay(aliases, await readUserAliases(path));
  return aliases;
}

type Aliases = Readonly<Record<string, Readonly<Record<string, AliasedModel>>>>;

async function readUserAliases(path: string): Promise<Aliases> {
  const values = readConfigFile(path);
  if (values === undefined) return {};
  const { checkModels } = await import("./models-schema.ts");
  const checked = checkModels(values);
  if (!checked.ok) throw invalidConfig(path, checked.problems, "Correct the file, or remove it.");
  return checked.models.aliases;
}

function overlay(aliases: Map<string, Map<string, AliasedModel>>, layer: Aliases): void {
  for (const [alias, columns] of Object.entries(layer)) {
    const known = aliases.get(alias) ?? new Map<string, AliasedModel>();
    for (const [column, model] of Object.entries(columns)) known.set(column, model);
    aliases.set(alias, known);
  }
}
