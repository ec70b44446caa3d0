import { AkmError } from "../errors/index.ts";

export const WORKFLOWS_FOLDER = "workflows";
export const WORKFLOW_EXTENSIONS = [".md", ".yml"] as const;

export const REF_FORMS =
  "A ref is workflows/<name> or <bundle>//workflows/<name>; a path to a file begins with ./ or / .";

/** `workflows/<name>` or `<bundle>//workflows/<name>`; a name may have sub-folders. */
export interface WorkflowRef {
  bundle?: string;
  /** The folders below `workflows/` and the name, outermost first. */
  segments: string[];
}

/** A path to a file says so: by where it begins or by an extension. Everything else is a ref. */
export function looksLikePath(target: string): boolean {
  return /^(?:\.{0,2}[/\\]|~[/\\]|[A-Za-z]:[/\\])/.test(target) || /\.(?:md|yml|yaml)$/i.test(target);
}

/** Errors: `ASSET_NOT_FOUND` for a spelling no ref can have, `..` among them. */
export function parseWorkflowRef(text: string): WorkflowRef {
  const ref = readWorkflowRef(text);
  if (ref === undefined) throw notARef(text, REF_FORMS);
  return ref;
}

/** Undefined for a spelling no ref can have. */
export function readWorkflowRef(text: string): WorkflowRef | undefined {
  const at = text.indexOf("//");
  const bundle = at === -1 ? undefined : text.slice(0, at);
  const [folder, ...segments] = (at === -1 ? text : text.slice(at + 2)).split("/");
  if (bundle === "" || folder !== WORKFLOWS_FOLDER || segments.length === 0) return undefined;
  if (!segments.every(isPlainSegment)) return undefined;
  return bundle === undefined ? { segments } : { bundle, segments };
}

export function formatWorkflowRef(bundle: string, segments: readonly string[]): string {
  return `${bundle}//${WORKFLOWS_FOLDER}/${segments.join("/")}`;
}

/** No segment may step out of the bundle or mean something else on another system. */
export function isPlainSegment(segment: string): boolean {
  return segment !== "" && segment !== "." && segment !== ".." && !/[\\\0]/.test(segment);
}

export function notARef(text: string, hint: string): AkmError {
  return new AkmError("ASSET_NOT_FOUND", `"${text}" is not a workflow ref.`, { hint });
}
