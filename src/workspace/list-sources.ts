import { type Dirent, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { isDirectory } from "../host/index.ts";
import type { Bundle } from "./bundles.ts";

/** A source file in a bundle, or what would be one but for its extension. */
export interface SourceEntry {
  /** Qualified. */
  ref: string;
  path: string;
  /** Relative to the bundle, with `/`. */
  file: string;
}

/** Editors and systems keep files of their own under such names. */
const HIDDEN = /^\./;

/** The files below a bundle's folder whose names end in `extension`, sorted by file. */
export function listSources({ name, directory }: Bundle, folder: string, extension: RegExp): SourceEntry[] {
  const found: SourceEntry[] = [];
  const visit = (segments: string[], trail: string[]): void => {
    const visited = join(directory, folder, ...segments);
    const real = isDirectory(visited) ? realpathSync(visited) : undefined;
    // A link back to a folder above it would never end.
    if (real === undefined || trail.includes(real)) return;
    for (const entry of direntsOf(visited)) {
      if (HIDDEN.test(entry.name)) continue;
      const path = join(visited, entry.name);
      if (entry.isDirectory() || (entry.isSymbolicLink() && isDirectory(path))) {
        visit([...segments, entry.name], [...trail, real]);
      } else if (extension.test(entry.name)) {
        const file = [folder, ...segments, entry.name].join("/");
        found.push({ ref: `${name}//${file.replace(extension, "")}`, path, file });
      }
    }
  };
  visit([], []);
  return found.sort((one, other) => (one.file < other.file ? -1 : 1));
}

function direntsOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}
