import { realpathSync, type Stats, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, extname, join, resolve } from "node:path";
import type { AssetRef } from "../contract/index.ts";
import { AkmError } from "../errors/index.ts";
import type { Bundle } from "./bundles.ts";
import { fileUnreadable } from "./file-unreadable.ts";
import { entriesOf, findEntry } from "./find-entry.ts";
import { adviseOnMissing, adviseOnPath, adviseOnSpelling } from "./workflow-advice.ts";
import {
  formatWorkflowRef,
  looksLikePath,
  notARef,
  readWorkflowRef,
  WORKFLOW_EXTENSIONS,
  WORKFLOWS_FOLDER,
} from "./workflow-ref.ts";

/** A workflow's file on disk. */
export interface WorkflowLocation {
  /** Qualified, or the real path of a workflow given by path (decision C4). */
  ref: string;
  /** Real path of the file. */
  path: string;
  /** As messages name it: relative to the bundle, or as the user wrote it. */
  displayPath: string;
}

/**
 * Finds what a ref or a path to a file stands for; in bundles the first hit of the search order wins.
 * Errors: `ASSET_NOT_FOUND`; `WORKFLOW_SOURCE_INVALID` for a `.yaml` file and for a name that several files have.
 */
export function findWorkflow(target: string, bundles: readonly Bundle[], cwd: string): WorkflowLocation {
  if (looksLikePath(target)) return findByPath(target, cwd, bundles);
  const ref = requireWorkflowRef(target, bundles);
  const searched = bundles.filter((bundle) => ref.bundle === undefined || bundle.name === ref.bundle);
  for (const bundle of searched) {
    const file = findInBundle(bundle, ref.segments);
    if (file === undefined) continue;
    const path = join(bundle.directory, file);
    const found = ref.segments.slice(0, -1).concat(basename(file, extname(file)));
    return { ref: formatWorkflowRef(bundle.name, found), path: realPathOf(path), displayPath: file };
  }
  throw notInBundles(target, ref, bundles);
}

/** What is no path must be a ref, if maybe of nothing. Errors: `ASSET_NOT_FOUND`, with the ref that was meant. */
export function requireWorkflowRef(text: string, bundles: readonly Bundle[]): AssetRef {
  const ref = readWorkflowRef(text);
  if (ref === undefined) throw notARef(text, adviseOnSpelling(text, bundles));
  return ref;
}

/** The real path a path target has, or would have once its file is back. */
export function resolveWorkflowPath(target: string, cwd: string): string {
  const path = resolve(cwd, target.replace(/^~(?=[/\\])/, homedir));
  for (const [known, rest] of [
    [path, ""],
    [dirname(path), basename(path)],
  ] as const) {
    try {
      return join(realpathSync(known), rest);
    } catch {
      // The file, then its directory, may be gone.
    }
  }
  return path;
}

function findByPath(target: string, cwd: string, bundles: readonly Bundle[]): WorkflowLocation {
  const path = resolveWorkflowPath(target, cwd);
  const found = statOf(path);
  if (found === undefined) {
    throw new AkmError("ASSET_NOT_FOUND", `There is no file ${target}.`, {
      hint: adviseOnPath(target, bundles),
    });
  }
  if (!found.isFile()) throw new AkmError("ASSET_NOT_FOUND", `${target} is not a file.`);
  if (/\.yaml$/i.test(path)) throw yamlRefused(target);
  if (!WORKFLOW_EXTENSIONS.some((extension) => path.endsWith(extension))) {
    throw new AkmError(
      "ASSET_NOT_FOUND",
      `${target} is no workflow file: its name does not end in .md or .yml.`,
    );
  }
  return { ref: path, path, displayPath: target };
}

/** A link in a bundle may lead nowhere. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    throw fileUnreadable(path, cause);
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    throw fileUnreadable(path, cause);
  }
}

/** The file relative to the bundle, or undefined when the bundle has none of that name. */
function findInBundle(bundle: Bundle, segments: readonly string[]): string | undefined {
  let folder: string = WORKFLOWS_FOLDER;
  for (const segment of segments.slice(0, -1)) {
    const found = findEntry(join(bundle.directory, folder), segment);
    if (found.kind === "several") throw ambiguous(join(folder, segment), found.names);
    if (found.kind === "none") return undefined;
    folder = join(folder, found.name);
  }
  return findFile(bundle, folder, segments.at(-1) ?? "");
}

function findFile(bundle: Bundle, folder: string, name: string): string | undefined {
  const files: string[] = [];
  for (const extension of WORKFLOW_EXTENSIONS) {
    const found = findEntry(join(bundle.directory, folder), name + extension);
    if (found.kind === "several") throw ambiguous(join(folder, name), found.names);
    if (found.kind === "one") files.push(found.name);
  }
  if (files.length > 1) throw ambiguous(join(folder, name), files);
  const [file] = files;
  if (file !== undefined) return join(folder, file);
  if (entriesOf(join(bundle.directory, folder)).includes(`${name}.yaml`))
    throw yamlRefused(`${folder}/${name}.yaml`);
  return undefined;
}

function ambiguous(asked: string, names: readonly string[]): AkmError {
  const alike = new Set(names.map((name) => name.normalize("NFC"))).size < names.length;
  const spelled = names
    .map((name) => JSON.stringify(name))
    .map((quoted) => (alike ? escaped(quoted) : quoted))
    .toSorted()
    .join(" and ");
  return new AkmError(
    "WORKFLOW_SOURCE_INVALID",
    `${asked} is ambiguous: ${spelled} stand beside each other.`,
    {
      hint: "Rename or remove all but one of them.",
    },
  );
}

/** What looks the same is told apart by its characters' numbers. */
function escaped(text: string): string {
  return text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function yamlRefused(file: string): AkmError {
  return new AkmError(
    "WORKFLOW_SOURCE_INVALID",
    `${file} is no workflow source: the extension is .yml, not .yaml.`,
    {
      hint: `Rename it to ${file.replace(/\.yaml$/i, ".yml")}.`,
    },
  );
}

function notInBundles(target: string, ref: AssetRef, bundles: readonly Bundle[]): AkmError {
  if (bundles.length === 0) {
    return new AkmError("ASSET_NOT_FOUND", `${target} was not found: there is no bundle to look in.`, {
      hint: "Make one with `akm init`.",
    });
  }
  if (ref.bundle !== undefined && !bundles.some(({ name }) => name === ref.bundle)) {
    const message = `${target} was not found: there is no bundle called ${ref.bundle} here.`;
    return new AkmError("ASSET_NOT_FOUND", message, {
      hint: `Bundles are ${bundles.map(({ name }) => name).join(", ")}.`,
    });
  }
  const looked = bundles.map(({ directory }) => directory).join(", ");
  return new AkmError("ASSET_NOT_FOUND", `${target} was not found in ${looked}.`, {
    hint: adviseOnMissing(ref, bundles),
  });
}
