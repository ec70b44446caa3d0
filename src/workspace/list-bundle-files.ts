import { type Dirent, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { type AssetFolder, formatAssetRef } from "../contract/index.ts";
import { isDirectory } from "../host/index.ts";
import type { Bundle } from "./bundles.ts";

/** A file of a bundle that has a ref, or would have one but for its extension. */
export interface BundleFile {
  /** Qualified. */
  ref: string;
  path: string;
  /** Relative to the bundle, with `/`. */
  file: string;
}

/** Editors and systems keep files of their own under such names. */
const HIDDEN = /^\./;

/**
 * The files below a bundle's folder whose names end in one of these, sorted by file; their refs are without it. Links to
 * folders are followed, as they are where a ref is looked for.
 */
export function listBundleFiles(
  { name, directory }: Bundle,
  folder: AssetFolder,
  extensions: readonly string[],
): BundleFile[] {
  const found: BundleFile[] = [];
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
        continue;
      }
      const extension = extensions.find((ending) => entry.name.endsWith(ending));
      if (extension === undefined) continue;
      const base = entry.name.slice(0, entry.name.length - extension.length);
      found.push({
        ref: formatAssetRef({ bundle: name, folder, segments: [...segments, base] }),
        path,
        file: [folder, ...segments, entry.name].join("/"),
      });
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
