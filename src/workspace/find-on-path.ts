import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Environment } from "./directories.ts";

/** The first file on PATH that this user may run under that name, absolute or as PATH has it; undefined where there is none. */
export function findOnPath(
  program: string,
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const endings =
    platform === "win32"
      ? (env.PATHEXT ?? ".COM;.EXE;.BAT;.CMD").split(";").filter((ending) => ending !== "")
      : [""];
  for (const directory of (env.PATH ?? "").split(delimiter)) {
    if (directory === "") continue;
    const found = endings.map((ending) => join(directory, program + ending)).find(isRunnable);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
