import { type AssetRef, formatAssetRef, parseAssetRef } from "../contract/index.ts";
import { AkmError } from "../errors/index.ts";

export const WORKFLOWS_FOLDER = "workflows";
export const WORKFLOW_EXTENSIONS = [".md", ".yml"] as const;

export const REF_FORMS =
  "A ref is workflows/<name> or <bundle>//workflows/<name>; a path to a file begins with ./ or / .";

/** A path to a file says so: by where it begins or by an extension. Everything else is a ref. */
export function looksLikePath(target: string): boolean {
  return /^(?:\.{0,2}[/\\]|~[/\\]|[A-Za-z]:[/\\])/.test(target) || /\.(?:md|yml|yaml)$/i.test(target);
}

/** Errors: `ASSET_NOT_FOUND` for a spelling no ref can have, `..` among them. */
export function parseWorkflowRef(text: string): AssetRef {
  const ref = readWorkflowRef(text);
  if (ref === undefined) throw notARef(text, REF_FORMS);
  return ref;
}

/** Undefined for a spelling no ref can have. */
export function readWorkflowRef(text: string): AssetRef | undefined {
  const ref = parseAssetRef(text);
  return ref?.folder === WORKFLOWS_FOLDER ? ref : undefined;
}

export function formatWorkflowRef(bundle: string, segments: readonly string[]): string {
  return formatAssetRef({ bundle, folder: WORKFLOWS_FOLDER, segments: [...segments] });
}

export function notARef(text: string, hint: string): AkmError {
  return new AkmError("ASSET_NOT_FOUND", `"${text}" is not a workflow ref.`, { hint });
}
