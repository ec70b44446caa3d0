import type { Bundle } from "../bundles.ts";
import { listBundleFiles } from "../list-bundle-files.ts";
import type { AssetFolder } from "./asset-ref.ts";
import { type Asset, assetExtension } from "./find-asset.ts";

/** Every asset of one folder of a bundle, without those whose names begin with a dot; sorted. */
export function listAssets(bundle: Bundle, folder: AssetFolder): Asset[] {
  const files = listBundleFiles(bundle, folder, [assetExtension(folder)]);
  return files.map(({ ref, path }) => ({ ref, path, bundle }));
}
