import { lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

const POINTER = "gitdir: ";

/**
 * Where the repository keeps what it knows of the worktree at `path`: its HEAD, index and reflog. Found from the repository's side, since
 * a unit may have deleted or replaced anything in its worktree. Undefined once git has forgotten it. It is called as the worktree is, so
 * none of the thousands that may be there beside it is looked into.
 */
export function findAdminDirectory(commonDirectory: string, path: string): string | undefined {
  const all = join(commonDirectory, "worktrees");
  const name = basename(path);
  if (isOf(join(all, name), path)) return join(all, name);
  // Where that was another's already, git counted the name on.
  return namesIn(all)
    .filter((other) => other.startsWith(name))
    .map((other) => join(all, other))
    .find((directory) => isOf(directory, path));
}

function isOf(adminDirectory: string, path: string): boolean {
  const pointer = readText(join(adminDirectory, "gitdir"));
  // Later versions of git can be told to write it relative to where it stands.
  return pointer !== undefined && dirname(resolve(adminDirectory, pointer)) === path;
}

/**
 * Makes the worktree's `.git` lead to the repository again where a unit deleted it: git removes no worktree without. False when something else
 * stands there, such as a repository of the unit's own.
 */
export function restorePointer(path: string, adminDirectory: string): boolean {
  const file = join(path, ".git");
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) {
    writeFileSync(file, `${POINTER}${adminDirectory}\n`);
    return true;
  }
  const text = stat.isFile() ? readText(file) : undefined;
  return text?.startsWith(POINTER) === true && resolve(path, text.slice(POINTER.length)) === adminDirectory;
}

/** One line of a small file of git's. */
export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").replace(/\n$/, "");
  } catch {
    return undefined;
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
