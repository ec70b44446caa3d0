import { parseAssetRef } from "../contract/index.ts";
import { didYouMean } from "../lib/did-you-mean.ts";
import type { AssetFamily } from "./workflow.ts";

export const ASSET_FAMILIES: readonly AssetFamily[] = ["commands", "scripts", "tasks", "workflows"];

/** Which family an asset's ref belongs to; undefined when it is no such ref. */
export function assetFamilyOf(ref: string): AssetFamily | undefined {
  const folder = parseAssetRef(ref)?.folder;
  return ASSET_FAMILIES.find((family) => family === folder);
}

/** The ref that a near miss was probably meant to be: `command/review` for `commands/review`. */
export function meantAssetRef(text: string): string | undefined {
  const [folder = "", ...rest] = text.split("/");
  const family = didYouMean(folder, ASSET_FAMILIES);
  const ref = `${family}/${rest.join("/")}`;
  return family === undefined || assetFamilyOf(ref) === undefined ? undefined : ref;
}
