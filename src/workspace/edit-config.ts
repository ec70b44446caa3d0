import { realpathSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Json, JsonObject } from "../contract/index.ts";
import { AkmError } from "../errors/index.ts";
import { makeDirectories } from "../host/index.ts";
import { didYouMean, parseStrictJson } from "../lib/index.ts";
import { checkConfigValues, readConfigFile } from "./config.ts";
import { CONFIG_KEYS, ENGINES_KEY, valueAt, withValueAt } from "./config-keys.ts";

/** The segments of a key a user typed. Errors: `INVALID_FLAG_VALUE` for one no configuration has. */
export function parseConfigKey(key: string): string[] {
  const path = key.split(".");
  const groups = CONFIG_KEYS.map((known) => known.split(".")[0]);
  if ((CONFIG_KEYS as readonly string[]).includes(key) || groups.includes(key)) return path;
  if (path[0] === ENGINES_KEY && path.every((segment) => segment !== "")) return path;
  const near = didYouMean(key, CONFIG_KEYS);
  throw new AkmError("INVALID_FLAG_VALUE", `There is no configuration key "${key}".`, {
    hint:
      near === undefined
        ? `Keys are ${CONFIG_KEYS.join(", ")} and ${ENGINES_KEY}.<name>.`
        : `Did you mean ${near}?`,
  });
}

/**
 * Sets a key in one file, which is made where there is none. `text` is read as JSON where that fits the key, else as
 * plain text. Returns the value stored. Errors: `INVALID_CONFIG_FILE` for a value the key cannot have.
 */
export async function setConfigValue(path: string, key: string, text: string): Promise<Json> {
  const segments = parseConfigKey(key);
  const values = readConfigFile(path) ?? {};
  const value = await firstThatFits(path, values, segments, readings(text));
  writeConfigFile(path, withValueAt(values, segments, value));
  return value;
}

/** Whether the key was set in that file. */
export function unsetConfigValue(path: string, key: string): boolean {
  const segments = key.split(".");
  const values = readConfigFile(path) ?? {};
  if (valueAt(values, segments) === undefined) {
    parseConfigKey(key);
    return false;
  }
  writeConfigFile(path, withValueAt(values, segments, undefined));
  return true;
}

function readings(text: string): Json[] {
  const parsed = parseStrictJson(text);
  return parsed.ok && parsed.value !== text ? [parsed.value, text] : [text];
}

async function firstThatFits(
  path: string,
  values: JsonObject,
  segments: readonly string[],
  candidates: readonly Json[],
): Promise<Json> {
  let refusal: unknown;
  for (const value of candidates) {
    try {
      await checkConfigValues(path, withValueAt(values, segments, value));
      return value;
    } catch (error) {
      refusal ??= error;
    }
  }
  throw refusal;
}

/** Written aside and renamed over, so that a reader sees the old file or the new one. A link stays a link. */
function writeConfigFile(path: string, values: JsonObject): void {
  const target = realOrSame(path);
  const aside = `${target}.${process.pid}.new`;
  try {
    makeDirectories(dirname(target));
    writeFileSync(aside, `${JSON.stringify(values, null, 2)}\n`);
    renameSync(aside, target);
  } catch (cause) {
    throw new AkmError("INVALID_CONFIG_FILE", `${path} cannot be written: ${(cause as Error).message}.`, {
      cause,
    });
  }
}

function realOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
