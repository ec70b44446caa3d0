import { join } from "node:path";
import { nearestWith } from "./ancestors.ts";

/** The directory that marks a project; it is a bundle too, called {@link PROJECT_BUNDLE_NAME} in refs. */
export const PROJECT_DIRECTORY = ".akm";
export const PROJECT_BUNDLE_NAME = "project";
export const CONFIG_FILE = "config.json";

/** The nearest `.akm/` at or above `cwd`, absolute. */
export function findProjectBundle(cwd: string): string | undefined {
  const root = nearestWith(cwd, PROJECT_DIRECTORY);
  return root === undefined ? undefined : join(root, PROJECT_DIRECTORY);
}

/** The nearest `.akm/config.json` at or above `cwd`, absolute. */
export function findProjectConfig(cwd: string): string | undefined {
  const root = nearestWith(cwd, join(PROJECT_DIRECTORY, CONFIG_FILE));
  return root === undefined ? undefined : join(root, PROJECT_DIRECTORY, CONFIG_FILE);
}
