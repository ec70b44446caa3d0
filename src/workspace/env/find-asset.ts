import { join } from "node:path";
import type { Bundle } from "../bundles.ts";
import { findEntry } from "../find-entry.ts";
import { type AssetFolder, type AssetRef, formatAssetRef } from "./asset-ref.ts";

/** An env or a secret asset on disk. */
export interface Asset {
  /** Qualified. */
  ref: string;
  /** Absolute. */
  path: string;
  bundle: Bundle;
}

export type FoundAsset = { ok: true; asset: Asset } | { ok: false; message: string };

/** What an asset's file is called besides its name. */
const EXTENSIONS: Readonly<Record<AssetFolder, string>> = { env: ".env", secrets: "" };

/** The first hit of the search order; else a sentence that names the ref and every place it was looked for. */
export function findAsset(ref: AssetRef, bundles: readonly Bundle[]): FoundAsset {
  const searched = bundles.filter(({ name }) => ref.bundle === undefined || name === ref.bundle);
  for (const bundle of searched) {
    const path = assetPath(bundle.directory, ref);
    const found = findInFolders(bundle.directory, [ref.folder, ...ref.segments.slice(0, -1), fileName(ref)]);
    if (found.kind === "several") return { ok: false, message: ambiguous(path, found.names) };
    if (found.kind === "none") continue;
    const asset = {
      ref: formatAssetRef(bundle.name, ref.folder, ref.segments),
      path: join(bundle.directory, ...found.segments),
      bundle,
    };
    return { ok: true, asset };
  }
  return { ok: false, message: notFound(ref, searched) };
}

/** Where the asset is, or would be. */
export function assetPath(bundleDirectory: string, ref: Pick<AssetRef, "folder" | "segments">): string {
  return join(bundleDirectory, ref.folder, ...ref.segments.slice(0, -1), fileName(ref));
}

export function assetExtension(folder: AssetFolder): string {
  return EXTENSIONS[folder];
}

function fileName({ folder, segments }: Pick<AssetRef, "folder" | "segments">): string {
  return `${segments.at(-1) ?? ""}${EXTENSIONS[folder]}`;
}

type FoundPath =
  | { kind: "one"; segments: string[] }
  | { kind: "none" }
  | { kind: "several"; names: string[] };

function findInFolders(directory: string, names: readonly string[]): FoundPath {
  const segments: string[] = [];
  for (const name of names) {
    const found = findEntry(join(directory, ...segments), name);
    if (found.kind !== "one") return found;
    segments.push(found.name);
  }
  return { kind: "one", segments };
}

function ambiguous(path: string, names: readonly string[]): string {
  const spelled = names.map((name) => JSON.stringify(name)).join(" and ");
  return `${path} is ambiguous: ${spelled} stand beside each other.`;
}

function notFound(ref: AssetRef, searched: readonly Bundle[]): string {
  const asked = `${ref.bundle === undefined ? "" : `${ref.bundle}//`}${ref.folder}/${ref.segments.join("/")}`;
  if (searched.length === 0) {
    return ref.bundle === undefined
      ? `${asked} was not found: there is no bundle to look in.`
      : `${asked} was not found: there is no bundle called ${ref.bundle} here.`;
  }
  const places = searched.map(({ directory }) => assetPath(directory, ref));
  return `${asked} was not found: there is no ${places.join(", and no ")}.`;
}
