import { isUtf8 } from "node:buffer";
import { ENV_FILE_BYTES_MAX } from "../../contract/index.ts";
import type { EnvEntry } from "../../ports/index.ts";
import type { AssetRef } from "../assets/asset-ref.ts";
import { type Asset, findAsset } from "../assets/find-asset.ts";
import type { Bundle } from "../bundles.ts";
import { parseEnvFile } from "./parse-env-file.ts";
import { putSecretsIn } from "./put-secrets-in.ts";
import { readPrivateFile } from "./read-private-file.ts";

export type ReadEnvGroup =
  | {
      ok: true;
      asset: Asset;
      entries: EnvEntry[];
      /** The secrets that were put into values, by their refs. */
      secrets: EnvEntry[];
      warnings: string[];
    }
  | { ok: false; message: string };

/** The variables of an env file, at most 1 MiB, with `${secret:NAME}` put in from the file's own bundle. */
export async function readEnvGroup(ref: AssetRef, bundles: readonly Bundle[]): Promise<ReadEnvGroup> {
  const parsed = await readEnvEntries(ref, bundles);
  if (!parsed.ok) return parsed;
  const { asset, entries, warnings } = parsed;
  const filled = putSecretsIn(entries, asset);
  if (!filled.ok) return { ok: false, message: `${asset.ref}: ${filled.message}` };
  return { ...filled, asset, warnings: [...warnings, ...filled.warnings] };
}

export type ReadEnvEntries =
  | { ok: true; asset: Asset; entries: EnvEntry[]; warnings: string[] }
  | { ok: false; message: string };

/** The same before any secret is looked for, for whoever wants names alone. */
export async function readEnvEntries(ref: AssetRef, bundles: readonly Bundle[]): Promise<ReadEnvEntries> {
  const found = findAsset(ref, bundles);
  return found.ok ? await readEnvAsset(found.asset) : found;
}

export async function readEnvAsset(asset: Asset): Promise<ReadEnvEntries> {
  const file = readPrivateFile(asset.path, ENV_FILE_BYTES_MAX);
  if (!file.ok) return { ok: false, message: `${asset.ref}: ${file.message}` };
  const problem = describeUnusable(file.bytes);
  if (problem !== undefined) return { ok: false, message: `${asset.ref}: ${asset.path} ${problem}.` };
  const parsed = await parseEnvFile(file.bytes.toString("utf8"));
  if (!parsed.ok) return { ok: false, message: `${asset.ref}: in ${asset.path}, ${parsed.problem}.` };
  return { ok: true, asset, entries: parsed.entries, warnings: file.warnings };
}

function describeUnusable(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return "holds a NUL byte, which no variable can";
  return isUtf8(bytes) ? undefined : "is not UTF-8 text";
}
