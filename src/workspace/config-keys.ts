import type { Json, JsonObject, OutputFormat } from "../contract/index.ts";
import type { EngineConfig } from "./engines/engine-config.ts";

/** A configuration file's content, every key optional. */
export interface Config {
  output?: { format?: OutputFormat };
  workflow?: {
    /** Width of a run, from 1; clamped to 64 when frozen. */
    maxConcurrency?: number;
    /** Width of a fan-out that states none, likewise. */
    defaultMapConcurrency?: number;
    /** The engine that judges rubrics. */
    judgeEngine?: string;
  };
  defaults?: { engine?: string };
  engines?: Record<string, EngineConfig>;
  /** Directories; relative ones start at the file's own place. */
  bundles?: string[];
}

/** Keys that are set as one, without the engines, which are named by the user. */
export const CONFIG_KEYS = [
  "output.format",
  "workflow.maxConcurrency",
  "workflow.defaultMapConcurrency",
  "workflow.judgeEngine",
  "defaults.engine",
  "bundles",
] as const;

export const ENGINES_KEY = "engines";

/** The dotted names of all that is set; an engine counts as one, so that two files never mix into one engine. */
export function keysSet(values: JsonObject): string[] {
  const keys = CONFIG_KEYS.filter((key) => valueAt(values, key.split(".")) !== undefined) as string[];
  const engines = valueAt(values, [ENGINES_KEY]);
  return [...keys, ...Object.keys(isObject(engines) ? engines : {}).map((name) => `${ENGINES_KEY}.${name}`)];
}

export function valueAt(values: Json, path: readonly string[]): Json | undefined {
  let value: Json | undefined = values;
  for (const segment of path)
    value = isObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined;
  return value;
}

/** A copy with `value` at `path`, or without it where `value` is undefined; objects left empty go too. */
export function withValueAt(
  values: JsonObject,
  path: readonly string[],
  value: Json | undefined,
): JsonObject {
  const [first, ...rest] = path;
  if (first === undefined) return values;
  const copy = new Map(Object.entries(values));
  const inner = copy.get(first);
  const next = rest.length === 0 ? value : withValueAt(isObject(inner) ? inner : {}, rest, value);
  if (next === undefined || (value === undefined && isObject(next) && Object.keys(next).length === 0))
    copy.delete(first);
  else copy.set(first, next);
  return Object.fromEntries(copy);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
