import { readFileSync } from "node:fs";

/** The soft limit that Linux sets this process, e.g. `Max open files`; undefined where it cannot be read. */
export function readSystemLimit(name: string): string | undefined {
  try {
    const line = readFileSync("/proc/self/limits", "latin1")
      .split("\n")
      .find((text) => text.startsWith(name));
    return line?.slice(name.length).trim().split(/\s+/)[0];
  } catch {
    return undefined;
  }
}
