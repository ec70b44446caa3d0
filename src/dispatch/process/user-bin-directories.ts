import { delimiter, dirname, join } from "node:path";
import { tryStat } from "./try-stat.ts";
import type { Variables } from "./variables.ts";

/** All that cron and launchd leave in `PATH`. */
const BARE_DIRECTORIES = new Set(["/usr/bin", "/bin", "/usr/sbin", "/sbin"]);
const DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

const HOME_DIRECTORIES = [
  ".local/bin",
  "bin",
  ".cargo/bin",
  ".bun/bin",
  ".deno/bin",
  ".npm-global/bin",
  ".volta/bin",
  "go/bin",
];
const SHARED_DIRECTORIES = [
  "/usr/local/bin",
  "/opt/homebrew/bin",
  "/home/linuxbrew/.linuxbrew/bin",
  "/snap/bin",
];

/**
 * A scheduler starts akm with little or no `PATH`; then the directories where users keep their programs, and that of
 * the running Node, are put behind what is there. Any other `PATH` stays as it is.
 */
export function supplementPath(variables: Variables, platform: NodeJS.Platform): void {
  if (platform === "win32") return;
  const path = variables.PATH ?? "";
  const present = path.split(delimiter).filter((directory) => directory !== "");
  if (!present.every((directory) => BARE_DIRECTORIES.has(directory))) return;
  const start = present.length === 0 ? DEFAULT_PATH.split(delimiter) : present;
  const added = userBinDirectories(variables.HOME).filter((directory) => !start.includes(directory));
  variables.PATH = [...start, ...added].join(delimiter);
}

function userBinDirectories(home: string | undefined): string[] {
  const candidates = [
    ...(home === undefined ? [] : HOME_DIRECTORIES.map((directory) => join(home, directory))),
    ...SHARED_DIRECTORIES,
    dirname(process.execPath),
  ];
  return candidates.filter((directory) => tryStat(directory)?.isDirectory());
}
