import { type Dirent, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { isDirectory } from "../host/index.ts";
import type { Bundle } from "./bundles.ts";
import { formatWorkflowRef, WORKFLOWS_FOLDER } from "./workflow-ref.ts";

/** A file below a bundle's `workflows/` that is a workflow, or would be but for its extension. */
export interface WorkflowEntry {
  /** Qualified. */
  ref: string;
  path: string;
  /** Relative to the bundle, with `/`. */
  file: string;
}

const EXTENSION = /\.(?:md|yml|yaml)$/;

/** Editors and systems keep files of their own under such names. */
const HIDDEN = /^\./;

/** Every workflow of a bundle, `.yaml` files included so that they can be complained about; sorted by file. */
export function listWorkflows(bundle: Bundle): WorkflowEntry[] {
  const found: WorkflowEntry[] = [];
  const visit = (segments: string[], trail: string[]): void => {
    const directory = join(bundle.directory, WORKFLOWS_FOLDER, ...segments);
    const real = isDirectory(directory) ? realpathSync(directory) : undefined;
    // A link back to a folder above it would never end.
    if (real === undefined || trail.includes(real)) return;
    for (const entry of direntsOf(directory)) {
      if (HIDDEN.test(entry.name)) continue;
      const path = join(directory, entry.name);
      if (entry.isDirectory() || (entry.isSymbolicLink() && isDirectory(path))) {
        visit([...segments, entry.name], [...trail, real]);
      } else if (EXTENSION.test(entry.name)) found.push(entryAt(bundle, path, [...segments, entry.name]));
    }
  };
  visit([], []);
  return found.sort((one, other) => (one.file < other.file ? -1 : 1));
}

function entryAt(bundle: Bundle, path: string, segments: string[]): WorkflowEntry {
  const name = segments.map((segment, index) =>
    index === segments.length - 1 ? segment.replace(EXTENSION, "") : segment,
  );
  return { ref: formatWorkflowRef(bundle.name, name), path, file: [WORKFLOWS_FOLDER, ...segments].join("/") };
}

function direntsOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}
