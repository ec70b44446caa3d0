import { closeSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Json, JsonObject } from "../contract/index.ts";
import { AkmError } from "../errors/index.ts";
import { fileTrouble } from "../lib/file-trouble.ts";
import { parseStrictJson } from "../lib/index.ts";
import { sentence } from "../lib/sentence.ts";
import { type Config, keysSet, valueAt, withValueAt } from "./config-keys.ts";
import type { Directories } from "./directories.ts";
import { openRegularFile } from "./open-regular-file.ts";
import { CONFIG_FILE, findProjectConfig } from "./project.ts";

export type ConfigOrigin = "user" | "project";

/** One configuration file as it was read and found valid. */
export interface ConfigLayer {
  origin: ConfigOrigin;
  path: string;
  values: JsonObject;
}

export interface LoadedConfig {
  /** The project's settings over the user's. */
  config: Config;
  /** Which file each key that is set comes from, by dotted name. */
  origins: Record<string, ConfigOrigin>;
  layers: ConfigLayer[];
}

export interface ConfigFile {
  origin: ConfigOrigin;
  path: string;
}

/** Where the user's file is or would be, and the nearest project's if there is one; weakest first. */
export function configFiles(directories: Directories, cwd: string): ConfigFile[] {
  const files: ConfigFile[] = [{ origin: "user", path: join(directories.config, CONFIG_FILE) }];
  const project = findProjectConfig(cwd);
  if (project !== undefined && project !== files[0]?.path) files.push({ origin: "project", path: project });
  return files;
}

/** Errors: `INVALID_CONFIG_FILE`, naming every problem of the first file that has any. */
export async function loadConfig(files: readonly ConfigFile[]): Promise<LoadedConfig> {
  const layers: ConfigLayer[] = [];
  for (const file of files) {
    const values = readConfigFile(file.path);
    if (values === undefined) continue;
    const problems = await configProblems(values);
    if (problems.length > 0) throw invalidConfig(file.path, problems);
    layers.push({ ...file, values });
  }
  return mergeLayers(layers);
}

/** What is wrong with the values of a configuration file, each naming the key by its path. */
export async function configProblems(values: JsonObject): Promise<string[]> {
  if (Object.keys(values).length === 0) return [];
  const { checkConfig } = await import("./config-schema.ts");
  const checked = checkConfig(values);
  return checked.ok ? [] : checked.problems;
}

/** Where there is no key that could be taken out. */
const CORRECT_IT = "Correct the file: it must be one JSON object, such as {}.";

/** The object in the file, its keys unchecked; undefined when there is no file. */
export function readConfigFile(path: string): JsonObject | undefined {
  const text = readText(path);
  if (text === undefined) return undefined;
  const parsed = parseStrictJson(text);
  if (!parsed.ok) {
    const { line, column } = positionAt(text, parsed.offset);
    throw invalidConfig(path, [`${parsed.message} at line ${line}, column ${column}`], CORRECT_IT);
  }
  if (typeof parsed.value !== "object" || parsed.value === null || Array.isArray(parsed.value)) {
    throw invalidConfig(path, ["the file must hold one JSON object"], CORRECT_IT);
  }
  return parsed.value;
}

/**
 * `output.format` alone, so that a command that needs nothing else of the configuration need not check all of it.
 * Errors: `INVALID_CONFIG_FILE` for a file that is not JSON.
 */
export function peekOutputFormat(files: readonly ConfigFile[]): { value: Json; path: string } | undefined {
  for (const { path } of files.toReversed()) {
    const value = valueAt(readConfigFile(path) ?? {}, ["output", "format"]);
    if (value !== undefined) return { value, path };
  }
  return undefined;
}

/** The bundles the configuration names, absolute; a relative one starts at the project, or at the user's file. */
export function configuredBundles(loaded: LoadedConfig): string[] {
  const origin = loaded.origins.bundles;
  const layer = loaded.layers.find((candidate) => candidate.origin === origin);
  if (layer === undefined) return [];
  const base = layer.origin === "project" ? dirname(dirname(layer.path)) : dirname(layer.path);
  return (loaded.config.bundles ?? []).map((path) => resolve(base, path.replace(/^~(?=[/\\]|$)/, homedir)));
}

function mergeLayers(layers: ConfigLayer[]): LoadedConfig {
  let merged: JsonObject = {};
  const origins: Record<string, ConfigOrigin> = {};
  for (const { origin, values } of layers) {
    for (const key of keysSet(values)) {
      const path = key.split(".");
      merged = withValueAt(merged, path, valueAt(values, path));
      origins[key] = origin;
    }
  }
  return { config: merged as Config, origins, layers };
}

function readText(path: string): string | undefined {
  let file: number | undefined;
  try {
    file = openRegularFile(path);
    return readFileSync(file, "utf8");
  } catch (cause) {
    if (["ENOENT", "ENOTDIR"].includes((cause as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw new AkmError("INVALID_CONFIG_FILE", `${path} cannot be read: ${fileTrouble(cause)}.`, {
      cause,
    });
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

export function invalidConfig(
  path: string,
  problems: readonly string[],
  hint = "Correct the file, or take the key out with `akm config unset <key>`.",
): AkmError {
  return new AkmError("INVALID_CONFIG_FILE", sentence(`${path}: ${problems.join("; ")}`), {
    hint,
    problems: problems.length < 2 ? [] : problems.map((message) => ({ file: path, code: "config", message })),
  });
}

/** The line and column, both from 1, of an offset into a text. */
function positionAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - lineStart + 1 };
}
