import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { makeDirectories } from "../host/index.ts";
import { fileUnreadable } from "./file-unreadable.ts";
import { fileUnwritable } from "./file-unwritable.ts";
import { CONFIG_FILE, PROJECT_DIRECTORY } from "./project.ts";
import { HELLO_WORKFLOW } from "./starter-workflow.ts";
import { WORKFLOWS_FOLDER } from "./workflow-ref.ts";

/** Values that must not reach a repository. */
const IGNORED = ["env/", "secrets/"];

export interface InitializedProject {
  /** Absolute. */
  dir: string;
  /** What was made or added to, relative to `dir`; empty when all was there. */
  created: string[];
}

/** Sets up `.akm/` in a directory. What is there already stays as it is. Errors: `FILE_UNWRITABLE` if it cannot be written. */
export function initializeProject(directory: string): InitializedProject {
  const dir = resolve(directory);
  const project = join(dir, PROJECT_DIRECTORY);
  const made = [
    writeIfAbsent(join(project, CONFIG_FILE), "{}\n"),
    writeIfAbsent(join(project, WORKFLOWS_FOLDER, "hello.md"), HELLO_WORKFLOW),
    ignorePrivateFolders(project),
  ];
  return { dir, created: made.filter((path) => path !== undefined).map((path) => relative(dir, path)) };
}

/** Keeps a project's secrets out of git; the file that was made or added to, if one was. */
export function ignorePrivateFolders(project: string): string | undefined {
  return addLines(join(project, ".gitignore"), IGNORED);
}

function writeIfAbsent(path: string, content: string): string | undefined {
  if (existsSync(path)) return undefined;
  write(path, content);
  return path;
}

function addLines(path: string, lines: readonly string[]): string | undefined {
  const text = existsSync(path) ? read(path) : "";
  const present = text.split(/\r?\n/);
  const missing = lines.filter((line) => !present.includes(line));
  if (missing.length === 0) return undefined;
  const separator = text === "" || text.endsWith("\n") ? "" : "\n";
  write(path, `${text}${separator}${missing.join("\n")}\n`);
  return path;
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw fileUnreadable(path, cause);
  }
}

function write(path: string, content: string): void {
  try {
    makeDirectories(dirname(path));
    writeFileSync(path, content);
  } catch (cause) {
    throw fileUnwritable(path, cause);
  }
}
