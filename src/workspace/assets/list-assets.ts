import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { formatAssetRef } from "../../contract/index.ts";
import type { Bundle } from "../bundles.ts";
import type { AssetFolder } from "./asset-ref.ts";
import { type Asset, assetExtension } from "./find-asset.ts";

/** Every env or secret asset of a bundle by its ref, whose name has no dot in front; sorted. */
export function listAssets(bundle: Bundle, folder: AssetFolder): Asset[] {
  const extension = assetExtension(folder);
  const assets: Asset[] = [];
  const visit = (segments: string[]): void => {
    for (const entry of direntsOf(join(bundle.directory, folder, ...segments))) {
      const inside = [...segments, entry.name];
      if (entry.name.startsWith(".")) continue;
      if (entry.isDirectory()) visit(inside);
      else if (entry.name.endsWith(extension)) assets.push(assetAt(bundle, folder, inside));
    }
  };
  visit([]);
  return assets.sort((one, other) => (one.ref < other.ref ? -1 : 1));
}

function assetAt(bundle: Bundle, folder: AssetFolder, segments: readonly string[]): Asset {
  const extension = assetExtension(folder);
  const file = segments.at(-1) ?? "";
  const names = [...segments.slice(0, -1), file.slice(0, file.length - extension.length)];
  return {
    ref: formatAssetRef({ bundle: bundle.name, folder, segments: names }),
    path: join(bundle.directory, folder, ...segments),
    bundle,
  };
}

function direntsOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}
