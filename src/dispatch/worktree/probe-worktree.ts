import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isDirectory } from "../../host/index.ts";
import { findAdminDirectory, restorePointer } from "./admin-directory.ts";
import { findCommits } from "./find-commits.ts";
import { type GitHost, runGit } from "./git.ts";
import type { WorktreeRecord } from "./worktree-record.ts";

/** What is in a worktree that is nowhere else. */
export interface Probe {
  /** Absent once git has forgotten the worktree. */
  adminDirectory?: string;
  /** Paths that differ from HEAD, or are untracked and not ignored. */
  uncommitted: number;
  /** The ends of what was committed beyond the base. */
  ends: string[];
  /** Holds submodules, which git removes only when forced. */
  hasSubmodules: boolean;
  /** Why it cannot be told whether anything would be lost. */
  problem?: string;
}

/** Looks, and changes nothing but a deleted `.git` that it puts back. Never rejects. */
export async function probeWorktree(host: GitHost, record: WorktreeRecord): Promise<Probe> {
  const { path, commonDirectory } = record;
  const probe: Probe = { uncommitted: 0, ends: [], hasSubmodules: false };
  const adminDirectory = findAdminDirectory(commonDirectory, path);
  if (adminDirectory === undefined) {
    if (isEmptyOrGone(path)) return probe;
    return { ...probe, problem: `The repository ${commonDirectory} does not know it any more.` };
  }
  try {
    return await probeKnown(host, record, adminDirectory, { ...probe, adminDirectory });
  } catch (error) {
    return { ...probe, adminDirectory, problem: error instanceof Error ? error.message : String(error) };
  }
}

async function probeKnown(
  host: GitHost,
  record: WorktreeRecord,
  adminDirectory: string,
  probe: Probe,
): Promise<Probe> {
  const commits = await findCommits(host, record, adminDirectory);
  if (!commits.ok) return { ...probe, problem: commits.problem };
  const known = { ...probe, ends: commits.ends };
  if (!existsSync(record.path)) return known;
  if (!restorePointer(record.path, adminDirectory))
    return { ...known, problem: "Its .git is not the one that was made with it." };
  const files = await probeFiles(host, record, adminDirectory);
  if (files.problem !== undefined) return { ...known, ...files };
  const modules = submodulesBelow(join(adminDirectory, "modules"));
  const unsaved = await unsavedSubmodule(host, record, modules);
  return {
    ...known,
    uncommitted: files.uncommitted,
    hasSubmodules: modules.length > 0,
    ...(unsaved === undefined ? {} : { problem: unsaved }),
  };
}

/** The clean probe (decision R18), and what hides from it. */
async function probeFiles(
  host: GitHost,
  { path, dispatchId, phase }: WorktreeRecord,
  adminDirectory: string,
): Promise<Pick<Probe, "uncommitted" | "problem">> {
  const call = { cwd: path, gitDirectory: adminDirectory, workTree: path, dispatchId };
  const status = await runGit(
    host,
    ["status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--ignore-submodules=none"],
    call,
  );
  // What git may not look into, it leaves out of its answer.
  if (!status.ok || status.stderr.includes("could not open directory"))
    return { uncommitted: 0, problem: status.stderr };
  const changes = splitNul(status.stdout).filter((line) => !(phase === "removing" && line.startsWith(" D")));
  const marked = await runGit(host, ["ls-files", "-v", "-z"], call);
  if (!marked.ok) return { uncommitted: changes.length, problem: marked.stderr };
  const hidden = splitNul(marked.stdout).filter((line) => isHidden(line, path));
  return { uncommitted: changes.length + hidden.length };
}

/** A tracked file that git was told to take for unchanged (lower case) or to leave alone (S): its content may be anything. */
function isHidden(line: string, path: string): boolean {
  const tag = line.charAt(0);
  if (tag !== tag.toUpperCase()) return true;
  return tag === "S" && lstatSync(join(path, line.slice(2)), { throwIfNoEntry: false }) !== undefined;
}

/** The repositories of submodules that were checked out here; they go with the worktree. */
function submodulesBelow(directory: string): string[] {
  if (!isDirectory(directory)) return [];
  if (existsSync(join(directory, "HEAD")) && existsSync(join(directory, "objects")))
    return [directory, ...submodulesBelow(join(directory, "modules"))];
  return readdirSync(directory).flatMap((name) => submodulesBelow(join(directory, name)));
}

/** A submodule's changes show in the worktree's own status; commits it was taken away from again do not. */
async function unsavedSubmodule(
  host: GitHost,
  { commonDirectory, dispatchId }: WorktreeRecord,
  modules: readonly string[],
): Promise<string | undefined> {
  const words = ["rev-list", "--max-count=1", "--all", "--reflog", "--not", "--remotes"];
  for (const gitDirectory of modules) {
    const listed = await runGit(host, words, { cwd: commonDirectory, gitDirectory, dispatchId });
    if (!listed.ok) return `Its submodule in ${gitDirectory} cannot be looked at: ${listed.stderr}`;
    if (listed.stdout.trim() !== "") return `Its submodule in ${gitDirectory} has commits of its own.`;
  }
  return undefined;
}

function splitNul(text: string): string[] {
  return text.split("\0").filter((part) => part !== "");
}

function isEmptyOrGone(path: string): boolean {
  return !isDirectory(path) || readdirSync(path).length === 0;
}
