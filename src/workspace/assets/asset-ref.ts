import {
  type AssetFolder as AnyFolder,
  type AssetRef as AnyRef,
  formatAssetRef,
  parseAssetRef as parseAnyRef,
} from "../../contract/index.ts";
import { AkmError } from "../../errors/index.ts";

/** The folders of what is found by its one extension; workflows have two. */
export type AssetFolder = Exclude<AnyFolder, "workflows">;

/** What one of a kind is called in a message. */
const REF_OF: Readonly<Record<AssetFolder, string>> = {
  env: "an env ref",
  secrets: "a secret ref",
  commands: "a command ref",
  scripts: "a script ref",
  tasks: "a task ref",
};

export interface AssetRef extends AnyRef {
  folder: AssetFolder;
}

/** Undefined for a spelling that no ref of the kind has, `..` among them. */
export function parseAssetRef(text: string, folder: AssetFolder): AssetRef | undefined {
  const ref = parseAnyRef(text);
  return ref?.folder === folder ? { ...ref, folder } : undefined;
}

/** As on the command line, where the folder may be left out. Errors: `ASSET_NOT_FOUND`. */
export function requireAssetRef(text: string, folder: AssetFolder): AssetRef {
  const ref = parseAssetRef(text, folder) ?? parseAssetRef(`${folder}/${text}`, folder);
  if (ref !== undefined) return ref;
  throw new AkmError("ASSET_NOT_FOUND", `"${text}" is not ${REF_OF[folder]}.`, {
    hint: `Write ${folder}/<name>, or <bundle>//${folder}/<name>.`,
  });
}

/** The same as a full ref, the bundle in front only where it was given. */
export function normalizeAssetRef(text: string, folder: AssetFolder): string {
  return formatAssetRef(requireAssetRef(text, folder));
}
