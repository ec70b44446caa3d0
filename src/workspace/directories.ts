import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";

/** Where akm keeps things on this machine; every path absolute (spec cli.md, "Where things live"). */
export interface Directories {
  /** `config.json` and `models.json` of the user. */
  config: string;
  /** `state.db` and the run locks. */
  data: string;
  /** What may be lost at any time. */
  cache: string;
  /** `AKM_BUNDLE_DIR`, the first place refs resolve in. */
  bundle?: string;
  /** The bundle shared by all of the user's projects, the last place refs resolve in. */
  sharedBundle: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** An `AKM_*` directory may be relative to `cwd`; a relative `XDG_*` one is ignored, as its specification asks. */
export function resolveDirectories(env: Environment, cwd: () => string): Directories {
  const home = env.HOME !== undefined && isAbsolute(env.HOME) ? env.HOME : homedir();
  const own = (value: string | undefined): string | undefined =>
    value === undefined || value === "" ? undefined : isAbsolute(value) ? value : resolve(cwd(), value);
  const xdg = (value: string | undefined, ...fallback: string[]): string =>
    value !== undefined && isAbsolute(value) ? value : join(home, ...fallback);

  const sharedData = join(xdg(env.XDG_DATA_HOME, ".local", "share"), "akm");
  const bundle = own(env.AKM_BUNDLE_DIR);
  return {
    config: own(env.AKM_CONFIG_DIR) ?? join(xdg(env.XDG_CONFIG_HOME, ".config"), "akm"),
    data: own(env.AKM_DATA_DIR) ?? sharedData,
    cache: own(env.AKM_CACHE_DIR) ?? join(xdg(env.XDG_CACHE_HOME, ".cache"), "akm"),
    ...(bundle === undefined ? {} : { bundle }),
    sharedBundle: join(sharedData, "bundle"),
  };
}

export function stateDatabasePath(directories: Directories): string {
  return join(directories.data, "state.db");
}

/** Under what may be lost, yet not in the temporary directory, which a restart empties (ADR 0010). */
export function worktreesDirectory(directories: Directories): string {
  return join(directories.cache, "worktrees");
}

export function runLocksDirectory(directories: Directories): string {
  return join(directories.data, "workflow-run-locks");
}
