import { join } from "node:path";
import { formatAssetRef, SCRIPT_EXTENSIONS } from "../../contract/index.ts";
import type { Bundle } from "../bundles.ts";
import { findEntry } from "../find-entry.ts";
import type { AssetFolder, AssetRef } from "./asset-ref.ts";

/** An asset on disk that is no workflow. */
export interface Asset {
  /** Qualified. */
  ref: string;
  /** Absolute. */
  path: string;
  bundle: Bundle;
}

export type FoundAsset = { ok: true; asset: Asset } | { ok: false; message: string };

/** What an asset's file is called besides its name; a script's ref has its extension, or may leave it out. */
const EXTENSIONS: Readonly<Record<AssetFolder, readonly [string, ...string[]]>> = {
  env: [".env"],
  secrets: [""],
  commands: [".md"],
  scripts: ["", ...SCRIPT_EXTENSIONS],
  tasks: [".yml"],
};

/** The first hit of the search order; else a sentence that names the ref and every place it was looked for. */
export function findAsset(ref: AssetRef, bundles: readonly Bundle[]): FoundAsset {
  const searched = bundles.filter(({ name }) => ref.bundle === undefined || name === ref.bundle);
  for (const bundle of searched) {
    const path = assetPath(bundle.directory, ref);
    const found = findFile(bundle.directory, ref);
    if (found.kind === "several") return { ok: false, message: ambiguous(path, found.names) };
    if (found.kind === "none") continue;
    const asset = {
      ref: formatAssetRef({ ...ref, bundle: bundle.name }),
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
  return EXTENSIONS[folder][0];
}

function fileName({ folder, segments }: Pick<AssetRef, "folder" | "segments">): string {
  return `${segments.at(-1) ?? ""}${assetExtension(folder)}`;
}

/** The name as it is written wins over those with an extension after it, which must be one. */
function findFile(bundleDirectory: string, { folder, segments }: AssetRef): FoundPath {
  const folders = [folder, ...segments.slice(0, -1)];
  const finds = EXTENSIONS[folder]
    .map((extension) => findInFolders(bundleDirectory, [...folders, `${segments.at(-1) ?? ""}${extension}`]))
    .filter(({ kind }) => kind !== "none");
  const [first, ...others] = finds;
  if (first === undefined) return { kind: "none" };
  if (others.length === 0 || first.kind !== "one" || first.segments.at(-1) === segments.at(-1)) return first;
  return {
    kind: "several",
    names: finds.flatMap((found) => (found.kind === "one" ? found.segments.slice(-1) : [])),
  };
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
  const asked = formatAssetRef(ref);
  if (searched.length === 0) {
    return ref.bundle === undefined
      ? `${asked} was not found: there is no bundle to look in.`
      : `${asked} was not found: there is no bundle called ${ref.bundle} here.`;
  }
  const places = searched.map(({ directory }) => assetPath(directory, ref));
  return `${asked} was not found: there is no ${places.join(", and no ")}.`;
}
