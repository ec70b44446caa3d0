import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A program of the package registry, at the version its output was read of. */
export interface AgentPackage {
  name: string;
  version: string;
  /** The name of its command. */
  command: string;
  /** What it takes on disk. */
  megabytes: number;
}

export type Installed = { ok: true; bin: string } | { ok: false; reason: string };

/** Set to 1, what is missing is fetched and every situation is examined; else only what is there already is used, for one unit. */
export const WANTS_REAL_AGENTS = process.env.AKM_REAL_AGENTS === "1";

const MIB = 1024 * 1024;
const INSTALL_MS = 600_000;

/** Where the programs are kept between test runs, outside the project. */
const CACHE = join(process.env.XDG_CACHE_HOME ?? tmpdir(), "akm-real-agents");

/** The program from the cache; fetched into it where that is asked for. A reason says why it is not to be had. */
export function installAgent({ name, version, command, megabytes }: AgentPackage): Installed {
  const directory = join(CACHE, `${name.replaceAll(/[@/]/g, "_")}_${version}`);
  const bin = join(directory, "node_modules", ".bin", command);
  const mark = join(directory, ".installed");
  if (!WANTS_REAL_AGENTS)
    return { ok: false, reason: `${name} (${megabytes} MB) is fetched and run with AKM_REAL_AGENTS=1 alone` };
  if (existsSync(mark)) return { ok: true, bin };
  mkdirSync(directory, { recursive: true });
  const { bavail, bsize } = statfsSync(directory);
  const free = Math.floor((bavail * bsize) / MIB);
  if (free < 2 * megabytes)
    return { ok: false, reason: `${name} needs ${2 * megabytes} MB of disk, and ${free} are free` };
  // Two of the programs are put in place by scripts of their own, which npm and the project's settings hold back.
  const allowed = { private: true, allowScripts: { [name]: true } };
  writeFileSync(join(directory, "package.json"), JSON.stringify(allowed));
  const words = ["install", "--no-audit", "--no-fund", "--ignore-scripts=false", `${name}@${version}`];
  const problem = failureOf("npm", words, directory);
  if (problem !== undefined)
    return { ok: false, reason: `${name}@${version} cannot be installed: ${problem}` };
  const fault = failureOf(bin, ["--version"], directory);
  if (fault !== undefined) return { ok: false, reason: `${name}@${version} cannot be run here: ${fault}` };
  writeFileSync(mark, "");
  return { ok: true, bin };
}

/** The end of what a command said of its failure; undefined when it succeeded. */
function failureOf(program: string, args: string[], cwd: string): string | undefined {
  const { status, stderr, error } = spawnSync(program, args, { cwd, encoding: "utf8", timeout: INSTALL_MS });
  if (status === 0) return undefined;
  return error?.message ?? stderr.trim().split("\n").slice(-3).join(" ");
}
