import type { Machine } from "../../compose.ts";
import { type Check, pass, warn } from "./check.ts";

export async function checkConfig(machine: Machine): Promise<Check> {
  const { layers } = await (await machine.workspace()).config();
  const files = layers.map(({ path }) => path);
  return pass(
    "config",
    files.length === 0 ? "No configuration file; defaults apply." : `Valid: ${files.join(", ")}.`,
  );
}

export async function checkBundles(machine: Machine): Promise<Check> {
  const workspace = await machine.workspace();
  const bundles = await workspace.bundles();
  const { configuredBundles } = await machine.disk();
  const known = new Set(bundles.map(({ directory }) => directory));
  const named = [workspace.directories.bundle, ...configuredBundles(await workspace.config())];
  const missing = named.filter((directory) => directory !== undefined && !known.has(directory));
  if (missing.length > 0) {
    return warn(
      "bundles",
      `Named and not there: ${missing.join(", ")}.`,
      "Make the directory, or take it out of AKM_BUNDLE_DIR or the config's bundles.",
    );
  }
  if (bundles.length === 0)
    return warn("bundles", "There is no bundle, so no ref resolves.", "Make one with `akm init`.");
  return pass("bundles", `Refs resolve in ${bundles.map(({ directory }) => directory).join(", then ")}.`);
}
