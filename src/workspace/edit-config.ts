import { realpathSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Json, JsonObject } from "../contract/index.ts";
import { AkmError } from "../errors/index.ts";
import { makeDirectories } from "../host/index.ts";
import { clipText } from "../lib/clip-text.ts";
import { fileTrouble } from "../lib/file-trouble.ts";
import { didYouMean, parseStrictJson } from "../lib/index.ts";
import { sentence } from "../lib/sentence.ts";
import { configProblems, invalidConfig, readConfigFile } from "./config.ts";
import { CONFIG_KEYS, ENGINES_KEY, isObject, valueAt, withValueAt } from "./config-keys.ts";

const VALUE_CHARS_MAX = 80;

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
 * plain text. Returns the value stored. Errors: `INVALID_FLAG_VALUE` for a value the key cannot have.
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
  let refusal: AkmError | undefined;
  for (const value of candidates) {
    const problems = await configProblems(withValueAt(values, segments, value));
    if (problems.length === 0) return value;
    refusal ??= await refusalOf(path, values, segments, value, problems);
  }
  throw refusal;
}

/** What is wrong with the file without the value is no fault of the value. */
async function refusalOf(
  path: string,
  values: JsonObject,
  segments: readonly string[],
  value: Json,
  problems: readonly string[],
): Promise<AkmError> {
  const others = await configProblems(withValueAt(values, segments, undefined));
  const own = problems.filter((problem) => !others.includes(problem));
  if (own.length === 0) return invalidConfig(path, others);
  const key = segments.join(".");
  const reasons = own.map((problem) =>
    problem.startsWith(`${key} must `) ? problem.replace(key, "it") : problem,
  );
  return new AkmError(
    "INVALID_FLAG_VALUE",
    `${key} cannot be ${shownValue(segments, value)}: ${sentence(reasons.join("; "))} Nothing was changed.`,
    { hint: "`akm config list` shows what is set." },
  );
}

/** A key of an engine may have been typed out, and what was refused need not be told twice. */
function shownValue(segments: readonly string[], value: Json): string {
  if (segments[0] === ENGINES_KEY && (isObject(value) || segments.at(-1) === "apiKey"))
    return "set to what was given";
  return clipText(JSON.stringify(value), VALUE_CHARS_MAX);
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
    throw new AkmError("INVALID_CONFIG_FILE", `${path} cannot be written: ${fileTrouble(cause)}.`, {
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
