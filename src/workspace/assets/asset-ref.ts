import { AkmError } from "../../errors/index.ts";
import { isPlainSegment } from "../workflow-ref.ts";

/** The folder of a bundle, which is also how a ref of that kind begins. */
export type AssetFolder = "env" | "secrets" | "commands" | "scripts" | "tasks";

/** What one of a kind is called in a message. */
const REF_OF: Readonly<Record<AssetFolder, string>> = {
  env: "an env ref",
  secrets: "a secret ref",
  commands: "a command ref",
  scripts: "a script ref",
  tasks: "a task ref",
};

/** `env/<name>`, `secrets/<name>`, or the same after `<bundle>//`; a name may have sub-folders. */
export interface AssetRef {
  folder: AssetFolder;
  bundle?: string;
  /** The folders below and the name, outermost first. */
  segments: string[];
}

/** Undefined for a spelling that no ref of the kind has, `..` among them. */
export function parseAssetRef(text: string, folder: AssetFolder): AssetRef | undefined {
  const at = text.indexOf("//");
  const bundle = at === -1 ? undefined : text.slice(0, at);
  const [first, ...segments] = (at === -1 ? text : text.slice(at + 2)).split("/");
  const isRef = first === folder && segments.length > 0 && segments.every(isPlainSegment);
  if (bundle === "" || !isRef) return undefined;
  return { folder, segments, ...(bundle === undefined ? {} : { bundle }) };
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
  const { bundle, segments } = requireAssetRef(text, folder);
  const ref = `${folder}/${segments.join("/")}`;
  return bundle === undefined ? ref : `${bundle}//${ref}`;
}

export function formatAssetRef(bundle: string, folder: AssetFolder, segments: readonly string[]): string {
  return `${bundle}//${folder}/${segments.join("/")}`;
}
