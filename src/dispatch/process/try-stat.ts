import { type Stats, statSync } from "node:fs";

/** Undefined when there is nothing, or nothing that may be looked at. */
export function tryStat(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
