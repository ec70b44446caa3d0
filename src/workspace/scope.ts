import { dirname, sep } from "node:path";
import { nearestWith } from "./ancestors.ts";
import { findProjectConfig } from "./project.ts";

/**
 * The project that runs started in `cwd` belong to: the directory of the nearest `.akm/config.json`, else the git root,
 * else the bundle that `cwd` lies in, else `cwd` itself (spec cli.md, "Where things live"). An absolute path; give `cwd`
 * with symbolic links resolved, so that a project has one scope however it is reached.
 */
export async function scopeKeyOf(cwd: string, bundleDirectories: () => Promise<string[]>): Promise<string> {
  const config = findProjectConfig(cwd);
  if (config !== undefined) return dirname(dirname(config));
  return nearestWith(cwd, ".git") ?? bundleAround(cwd, await bundleDirectories()) ?? cwd;
}

function bundleAround(cwd: string, bundleDirectories: readonly string[]): string | undefined {
  return bundleDirectories.find((bundle) => cwd === bundle || cwd.startsWith(bundle + sep));
}
