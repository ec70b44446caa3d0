import { isUtf8 } from "node:buffer";
import { SECRET_BYTES_MAX } from "../../contract/index.ts";
import type { AssetRef } from "../assets/asset-ref.ts";
import { type Asset, findAsset } from "../assets/find-asset.ts";
import type { Bundle } from "../bundles.ts";
import { readPrivateFile } from "../env/read-private-file.ts";

export type ReadSecret =
  | { ok: true; asset: Asset; value: string; warnings: string[] }
  /** Names the ref and where it was looked for, never a value. */
  | { ok: false; message: string };

/**
 * The content of a secret's file, byte for byte (decision S11), at most 5 MiB. A variable can hold it only as text without a NUL
 * character.
 */
export function readSecret(ref: AssetRef, bundles: readonly Bundle[]): ReadSecret {
  const found = findAsset(ref, bundles);
  if (!found.ok) return found;
  const { asset } = found;
  const file = readPrivateFile(asset.path, SECRET_BYTES_MAX);
  if (!file.ok) return { ok: false, message: `${asset.ref}: ${file.message}` };
  const unusable = describeUnusable(file.bytes);
  if (unusable !== undefined) return { ok: false, message: `${asset.ref}: ${asset.path} ${unusable}.` };
  return { ok: true, asset, value: file.bytes.toString("utf8"), warnings: file.warnings };
}

function describeUnusable(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return "holds a NUL byte, which no variable can";
  return isUtf8(bytes) ? undefined : "is not UTF-8 text, so it cannot be put into a variable";
}
