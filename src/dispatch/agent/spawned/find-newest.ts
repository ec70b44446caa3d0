import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Of each level of folders only so many are looked into, the last by name first, as dates and ids sort. */
const FOLDERS_MAX = 50;

/** A file so many folders below `root` whose path has this end; undefined also where nothing can be read. */
export function findNewest(root: string, levels: number, end: string): string | undefined {
  const names = namesIn(root);
  if (levels === 0) {
    const name = names.find((candidate) => candidate.endsWith(end));
    return name === undefined ? undefined : join(root, name);
  }
  for (const name of names.slice(0, FOLDERS_MAX)) {
    const found = findNewest(join(root, name), levels - 1, end);
    if (found !== undefined) return found;
  }
  return undefined;
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).sort().reverse();
  } catch {
    return [];
  }
}
