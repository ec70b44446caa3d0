import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { formatAssetRef } from "../../contract/index.ts";
import { AkmError } from "../../errors/index.ts";
import { type Bundle, bundleName } from "../bundles.ts";
import { writePrivateFile } from "../env/write-private-file.ts";
import { ignorePrivateFolders } from "../initialize-project.ts";
import { PROJECT_DIRECTORY } from "../project.ts";
import { type AssetFolder, type AssetRef, requireAssetRef } from "./asset-ref.ts";
import { type Asset, assetPath, findAsset } from "./find-asset.ts";

/** Where an asset that is to be written goes: where it is already, else the first bundle, else a new `./.akm` (decision C7). */
export function placeAsset(
  text: string,
  folder: AssetFolder,
  { bundles, cwd }: { bundles: readonly Bundle[]; cwd: string },
): Asset {
  const ref = requireAssetRef(text, folder);
  const found = findAsset(ref, bundles);
  if (found.ok) return found.asset;
  const bundle = bundleFor(ref, bundles) ?? newBundle(cwd);
  return {
    ref: formatAssetRef({ ...ref, bundle: bundle.name }),
    path: assetPath(bundle.directory, ref),
    bundle,
  };
}

/** Errors: those of {@link writePrivateFile}. A project's `.akm/` is made to keep the file out of git. */
export function writeAsset({ path, bundle }: Asset, bytes: Uint8Array, overwrite: boolean): void {
  // The bundle itself is no secret.
  mkdirSync(bundle.directory, { recursive: true });
  writePrivateFile(path, bytes, overwrite);
  if (basename(bundle.directory) === PROJECT_DIRECTORY) ignorePrivateFolders(bundle.directory);
}

function bundleFor({ bundle: named }: AssetRef, bundles: readonly Bundle[]): Bundle | undefined {
  if (named === undefined) return bundles[0];
  const bundle = bundles.find(({ name }) => name === named);
  if (bundle !== undefined) return bundle;
  throw new AkmError("ASSET_NOT_FOUND", `There is no bundle called ${named} here.`, {
    hint:
      bundles.length === 0
        ? "Make one with `akm init`."
        : `There are ${bundles.map(({ name }) => name).join(", ")}.`,
  });
}

function newBundle(cwd: string): Bundle {
  const directory = join(cwd, PROJECT_DIRECTORY);
  return { name: bundleName(directory), directory };
}
