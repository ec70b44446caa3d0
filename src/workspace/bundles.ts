import { realpathSync } from "node:fs";
import { basename, dirname } from "node:path";
import { isDirectory } from "../host/index.ts";
import type { Directories } from "./directories.ts";
import { findProjectBundle, PROJECT_BUNDLE_NAME, PROJECT_DIRECTORY } from "./project.ts";

/** A directory refs resolve in. */
export interface Bundle {
  /** What stands before `//` in a qualified ref. */
  name: string;
  /** Absolute. */
  directory: string;
}

/**
 * Every bundle that exists, in the order refs look through them: `AKM_BUNDLE_DIR`, the nearest `.akm/`, those of the
 * config, the shared one. A directory named twice counts once, at its first place.
 */
export function findBundles(directories: Directories, cwd: string, configured: readonly string[]): Bundle[] {
  const project = findProjectBundle(cwd);
  const candidates = [directories.bundle, project, ...configured, directories.sharedBundle];
  const bundles = new Map<string, Bundle>();
  for (const directory of candidates) {
    if (directory === undefined || !isDirectory(directory)) continue;
    const real = realpathSync(directory);
    if (!bundles.has(real)) bundles.set(real, { name: bundleName(directory), directory });
  }
  return [...bundles.values()];
}

/** A bundle is called like its directory; a project's `.akm/` would say nothing, so it is `project`. */
export function bundleName(directory: string): string {
  const name = basename(directory);
  return name === PROJECT_DIRECTORY ? PROJECT_BUNDLE_NAME : name === "" ? basename(dirname(directory)) : name;
}
