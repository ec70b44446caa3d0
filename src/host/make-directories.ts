import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isDirectory } from "./is-directory.ts";

/**
 * Makes a directory and those above it that are missing, each with `mode`. Throws what the system says, `EEXIST` where a file
 * stands. Node's own recursive way never ends where an existing directory answers that the entry cannot be found, as `/proc` does.
 */
export function makeDirectories(path: string, mode?: number): void {
  const missing: string[] = [];
  let at = resolve(path);
  while (!isDirectory(at)) {
    missing.push(at);
    if (at === dirname(at)) break;
    at = dirname(at);
  }
  for (const directory of missing.reverse()) makeDirectory(directory, mode);
}

function makeDirectory(directory: string, mode: number | undefined): void {
  try {
    mkdirSync(directory, mode === undefined ? {} : { mode });
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!isDirectory(directory)) throw error;
  }
}
