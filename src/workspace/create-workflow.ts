import { realpathSync, writeFileSync } from "node:fs";
import { dirname, extname, join, relative, resolve, sep } from "node:path";
import { AkmError } from "../errors/index.ts";
import { makeDirectories } from "../host/index.ts";
import { type Bundle, bundleName } from "./bundles.ts";
import { fileUnwritable } from "./file-unwritable.ts";
import { findEntry } from "./find-entry.ts";
import { PROJECT_DIRECTORY } from "./project.ts";
import {
  formatWorkflowRef,
  parseWorkflowRef,
  WORKFLOW_EXTENSIONS,
  WORKFLOWS_FOLDER,
} from "./workflow-ref.ts";

/** Where a workflow that is to be made goes (decision C7). */
export interface WorkflowPlace {
  ref: string;
  /** Absolute path of the file. */
  path: string;
  bundleDir: string;
}

export interface PlaceRequest {
  /** `<name>` or `workflows/<name>`, sub-folders allowed. */
  name: string;
  /** `.md` or `.yml`. */
  extension: string;
  /** The directory to put the file in, instead of a bundle's `workflows/`. */
  directory?: string;
  bundles: readonly Bundle[];
  cwd: string;
}

/** Errors: `ASSET_NOT_FOUND` for a name no ref can have. */
export function placeWorkflow(request: PlaceRequest): WorkflowPlace {
  const { segments } = parseWorkflowRef(`${WORKFLOWS_FOLDER}/${plainName(request.name)}`);
  const file = join(...segments.slice(0, -1), (segments.at(-1) ?? "") + request.extension);
  if (request.directory !== undefined) return placeInDirectory(resolve(request.cwd, request.directory), file);
  const bundleDir = request.bundles[0]?.directory ?? join(request.cwd, PROJECT_DIRECTORY);
  return {
    ref: formatWorkflowRef(bundleName(bundleDir), segments),
    path: join(bundleDir, WORKFLOWS_FOLDER, file),
    bundleDir,
  };
}

/**
 * Writes the file. Errors: `RESOURCE_ALREADY_EXISTS` when a workflow of that name, in either format or Unicode form, is
 * there and `overwrite` is false, whose hint names `flags` as what makes it so; `FILE_UNWRITABLE` when it cannot be written.
 */
export function writeWorkflow(
  place: WorkflowPlace,
  content: string | Uint8Array,
  overwrite: boolean,
  flags = "--force",
): void {
  const existing = existingFiles(place.path);
  const isOther = existing.some((path) => path !== place.path);
  if (isOther || (existing.length > 0 && !overwrite)) {
    throw new AkmError("RESOURCE_ALREADY_EXISTS", `${existing.join(" and ")} exists already.`, {
      hint: `Choose another name, or ${isOther ? "move it away first" : `replace what is there with ${flags}`}.`,
    });
  }
  try {
    makeDirectories(dirname(place.path));
    writeFileSync(place.path, content, { flag: overwrite ? "w" : "wx" });
  } catch (cause) {
    throw fileUnwritable(place.path, cause);
  }
}

function plainName(name: string): string {
  const withoutFolder = name.startsWith(`${WORKFLOWS_FOLDER}/`)
    ? name.slice(WORKFLOWS_FOLDER.length + 1)
    : name;
  return withoutFolder.replace(/\.(?:md|yml)$/, "");
}

function placeInDirectory(directory: string, file: string): WorkflowPlace {
  const path = join(directory, file);
  const marker = `${sep}${WORKFLOWS_FOLDER}${sep}`;
  const at = path.indexOf(marker);
  if (at === -1) return { ref: join(realOrSame(directory), file), path, bundleDir: directory };
  const bundleDir = path.slice(0, at);
  const name = relative(join(bundleDir, WORKFLOWS_FOLDER), path).slice(0, -extname(file).length);
  return { ref: formatWorkflowRef(bundleName(bundleDir), name.split(sep)), path, bundleDir };
}

function existingFiles(path: string): string[] {
  const directory = dirname(path);
  const base = path.slice(directory.length + 1, -extname(path).length);
  return WORKFLOW_EXTENSIONS.flatMap((extension) => {
    const found = findEntry(directory, base + extension);
    return found.kind === "none" ? [] : found.kind === "one" ? [found.name] : found.names;
  }).map((name) => join(directory, name));
}

function realOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
