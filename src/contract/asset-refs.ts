/** The folders of a bundle whose files have refs; also how such a ref begins. */
export const ASSET_FOLDERS = ["workflows", "tasks", "commands", "scripts", "env", "secrets"] as const;
export type AssetFolder = (typeof ASSET_FOLDERS)[number];

/** `<folder>/<name>`, or the same after `<bundle>//`; a name may have sub-folders. */
export interface AssetRef {
  folder: AssetFolder;
  bundle?: string;
  /** The folders below and the name, outermost first. */
  segments: string[];
}

/**
 * One name among slashes: it steps nowhere else and means the same on every system, so that it is neither empty nor `.` nor
 * `..` and has no backslash and no control character. Blanks it may have, as files do.
 */
const SEGMENT = String.raw`(?!\.{1,2}(?:/|$))[^/\\\u0000-\u001f\u007f]+`;
const BUNDLE = `(?:(?<bundle>${SEGMENT})//)?`;

const REF = new RegExp(
  `^${BUNDLE}(?<folder>${ASSET_FOLDERS.join("|")})/(?<path>${SEGMENT}(?:/${SEGMENT})*)$`,
);

/** Undefined for a spelling that no ref has. */
export function parseAssetRef(text: string): AssetRef | undefined {
  const { bundle, folder, path = "" } = REF.exec(text)?.groups ?? {};
  const known = ASSET_FOLDERS.find((name) => name === folder);
  if (known === undefined) return undefined;
  return { folder: known, segments: path.split("/"), ...(bundle === undefined ? {} : { bundle }) };
}

/** The pattern that a folder's refs follow, and no other text. */
export function assetRefPattern(folder: AssetFolder): RegExp {
  return new RegExp(`^(?:${SEGMENT}//)?${folder}/${SEGMENT}(?:/${SEGMENT})*$`);
}

/** The pattern of a text that is meant for one of a folder's refs, well-formed or not. */
export function assetRefStart(folder: AssetFolder): RegExp {
  return new RegExp(`^(?:${SEGMENT}//)?${folder}/`);
}

export function formatAssetRef({ bundle, folder, segments }: AssetRef): string {
  return `${bundle === undefined ? "" : `${bundle}//`}${folder}/${segments.join("/")}`;
}

/** The ref as it is found in the first bundle that has it. */
export function withoutBundle(ref: string): string {
  return ref.slice(ref.indexOf("//") + "//".length);
}
