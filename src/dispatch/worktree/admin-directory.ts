import { lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const POINTER = "gitdir: ";

/**
 * Where the repository keeps what it knows of the worktree at `path`: its HEAD, index and reflog. Found from the repository's side, since
 * a unit may have deleted or replaced anything in its worktree. Undefined once git has forgotten it.
 */
export function findAdminDirectory(commonDirectory: string, path: string): string | undefined {
  const all = join(commonDirectory, "worktrees");
  for (const name of namesIn(all)) {
    const directory = join(all, name);
    const pointer = readText(join(directory, "gitdir"));
    // Later versions of git can be told to write it relative to where it stands.
    if (pointer !== undefined && dirname(resolve(directory, pointer)) === path) return directory;
  }
  return undefined;
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
