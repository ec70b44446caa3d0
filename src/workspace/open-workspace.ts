import { realpathSync } from "node:fs";
import { AkmError } from "../errors/index.ts";
import { type Bundle, findBundles } from "./bundles.ts";
import { type ConfigFile, configFiles, configuredBundles, type LoadedConfig, loadConfig } from "./config.ts";
import { type Directories, type Environment, resolveDirectories } from "./directories.ts";
import { scopeKeyOf } from "./scope.ts";

/** What one invocation of akm sees from the directory it was called in. What it reads, it reads once and only when asked. */
export interface Workspace {
  /** Absolute, symbolic links resolved. */
  cwd: string;
  directories: Directories;
  configFiles(): ConfigFile[];
  /** Errors: `INVALID_CONFIG_FILE`. */
  config(): Promise<LoadedConfig>;
  bundles(): Promise<Bundle[]>;
  scopeKey(): Promise<string>;
}

/** Errors, at the first use of the directory: `WORKING_DIRECTORY_MISSING` when it has been deleted. */
export function openWorkspace(env: Environment, readCwd: () => string): Workspace {
  const cwd = once(() => currentDirectory(readCwd));
  const directories = once(() => resolveDirectories(env, cwd));
  const files = once(() => configFiles(directories(), cwd()));
  const config = once(() => loadConfig(files()));
  const bundles = once(async () => findBundles(directories(), cwd(), configuredBundles(await config())));
  return {
    get cwd() {
      return cwd();
    },
    get directories() {
      return directories();
    },
    configFiles: files,
    config,
    bundles,
    scopeKey: once(async () =>
      scopeKeyOf(cwd(), async () => (await bundles()).map(({ directory }) => directory)),
    ),
  };
}

function currentDirectory(readCwd: () => string): string {
  try {
    return realpathSync(readCwd());
  } catch (cause) {
    throw new AkmError("WORKING_DIRECTORY_MISSING", "The current directory does not exist any more.", {
      hint: "Change to a directory that does.",
      cause,
    });
  }
}

function once<T>(compute: () => T): () => T {
  let known: { value: T } | undefined;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}
