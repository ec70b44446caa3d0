import { didYouMean } from "../lib/did-you-mean.ts";
import type { AssetFamily } from "./workflow.ts";

/** Path segments that are neither empty nor lead elsewhere, with no blank, backslash or control character. */
const SEGMENTS = "(?!\\.{1,2}(?:/|$))[^\\s/\\\\]+(?:/(?!\\.{1,2}(?:/|$))[^\\s/\\\\]+)*$";
const BUNDLE = "(?:[^\\s/\\\\]+//)?";

/** `<folder>/<name>`, or the same after `<bundle>//`. */
export function assetRefPattern(folder: string): RegExp {
  return new RegExp(`^${BUNDLE}${folder}/${SEGMENTS}`);
}

export const ASSET_FAMILIES: readonly AssetFamily[] = ["commands", "scripts", "tasks", "workflows"];

const FAMILY_PATTERNS = ASSET_FAMILIES.map((family) => [family, assetRefPattern(family)] as const);

/** Which family an asset's ref belongs to; undefined when it is no such ref. */
export function assetFamilyOf(ref: string): AssetFamily | undefined {
  return FAMILY_PATTERNS.find(([, pattern]) => pattern.test(ref))?.[0];
}

/** The ref that a near miss was probably meant to be: `command/review` for `commands/review`. */
export function meantAssetRef(text: string): string | undefined {
  const [folder = "", ...rest] = text.split("/");
  const family = didYouMean(folder, ASSET_FAMILIES);
  const ref = `${family}/${rest.join("/")}`;
  return family === undefined || assetFamilyOf(ref) === undefined ? undefined : ref;
}
