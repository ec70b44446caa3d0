import { realpathSync, statSync } from "node:fs";
import { isAbsolute, join, sep } from "node:path";
import { errorCode } from "../process/error-code.ts";
import { type Failure, failed } from "../process/outcome.ts";

export type Cwd = { ok: true; directory: string } | { ok: false; failure: Failure };

/**
 * The directory to start in, symlinks resolved, so that what was checked is what is entered. To be called right
 * before the spawn. Without a `cwd` the base is taken as it is; a missing base shows when the spawn fails.
 */
export function resolveCwd(base: string, relative: string | undefined): Cwd {
  if (relative === undefined) return { ok: true, directory: base };
  if (isAbsolute(relative) || relative.split(/[/\\]/).includes("..")) return outside(relative, base);
  try {
    const realBase = realpathSync.native(base);
    const directory = realpathSync.native(join(realBase, relative));
    if (!isInside(directory, realBase)) return outside(relative, realBase, directory);
    return statSync(directory).isDirectory()
      ? { ok: true, directory }
      : unusable(relative, base, "is not a directory");
  } catch (error) {
    return unusable(relative, base, describe(errorCode(error)));
  }
}

function isInside(directory: string, base: string): boolean {
  return directory === base || directory.startsWith(base.endsWith(sep) ? base : base + sep);
}

function outside(relative: string, base: string, directory?: string): Cwd {
  const where = directory === undefined ? "" : ` (it is ${directory})`;
  const message = `The working directory "${relative}" lies outside ${base}${where}. The command was not started.`;
  return { ok: false, failure: failed("exec_cwd_escape", message) };
}

function unusable(relative: string, base: string, problem: string): Cwd {
  return {
    ok: false,
    failure: failed("spawn_failed", `The working directory "${relative}" in ${base} ${problem}.`),
  };
}

function describe(code: string): string {
  switch (code) {
    case "ENOENT":
      return "does not exist";
    case "ENOTDIR":
      return "leads through something that is not a directory";
    case "EACCES":
      return "may not be entered (permission denied)";
    case "ELOOP":
      return "is a symbolic link that leads round in a circle";
    case "ERR_INVALID_ARG_VALUE":
      return "has a NUL byte in its name";
    default:
      return `cannot be used (${code})`;
  }
}
