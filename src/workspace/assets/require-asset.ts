import { rmSync } from "node:fs";
import { withoutBundle } from "../../contract/index.ts";
import { AkmError } from "../../errors/index.ts";
import { fileTrouble } from "../../lib/file-trouble.ts";
import { didYouMean } from "../../lib/index.ts";
import type { Bundle } from "../bundles.ts";
import { type AssetFolder, requireAssetRef } from "./asset-ref.ts";
import { type Asset, findAsset } from "./find-asset.ts";
import { listAssets } from "./list-assets.ts";

/** What a word on the command line names. Errors: `ASSET_NOT_FOUND`. */
export function requireAsset(text: string, folder: AssetFolder, bundles: readonly Bundle[]): Asset {
  const found = findAsset(requireAssetRef(text, folder), bundles);
  if (found.ok) return found.asset;
  const known = bundles.flatMap((bundle) => listAssets(bundle, folder)).map(({ ref }) => withoutBundle(ref));
  const near = didYouMean(text.includes("/") ? text : `${folder}/${text}`, known);
  throw new AkmError("ASSET_NOT_FOUND", found.message, {
    hint: near === undefined ? whatThereIs(folder) : `Did you mean ${near}?`,
  });
}

/** Errors: `ASSET_NOT_FOUND` when the file cannot be removed. */
export function removeAsset({ path }: Asset): void {
  try {
    rmSync(path);
  } catch (cause) {
    throw new AkmError("ASSET_NOT_FOUND", `${path} cannot be removed: ${fileTrouble(cause)}.`, { cause });
  }
}

const LISTED_BY: Readonly<Partial<Record<AssetFolder, string>>> = {
  env: "env",
  secrets: "secret",
  tasks: "task",
};

function whatThereIs(folder: AssetFolder): string {
  const command = LISTED_BY[folder];
  return command === undefined
    ? `Make it in the folder ${folder} of a bundle.`
    : `\`akm ${command} list\` shows what there is.`;
}
