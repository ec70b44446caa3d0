import { existsSync, lstatSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { isDirectory } from "../../host/index.ts";
import { findAdminDirectory, restorePointer } from "./admin-directory.ts";
import { findCommits } from "./find-commits.ts";
import { type GitHost, runGit } from "./git.ts";
import type { WorktreeRecord } from "./worktree-record.ts";

const SOMETHING_ELSE = "Something else stands at its place.";

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
  const adminDirectory = findAdminDirectory(record.commonDirectory, record.path);
  const nothing: Probe = { uncommitted: 0, ends: [], hasSubmodules: false };
  const probe = adminDirectory === undefined ? nothing : { ...nothing, adminDirectory };
  try {
    if (adminDirectory === undefined) return { ...probe, ...probeForgotten(record) };
    return await probeKnown(host, record, adminDirectory, probe);
  } catch (error) {
    return { ...probe, problem: error instanceof Error ? error.message : String(error) };
  }
}

function probeForgotten({ path, commonDirectory }: WorktreeRecord): Pick<Probe, "problem"> {
  const place = lookAt(path);
  if (place === "nothing" || (place === "directory" && readdirSync(path).length === 0)) return {};
  if (place === "else") return { problem: SOMETHING_ELSE };
  return { problem: `The repository ${commonDirectory} does not know it any more.` };
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
  const place = lookAt(record.path);
  if (place === "nothing") return known;
  if (place === "else") return { ...known, problem: SOMETHING_ELSE };
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

/**
 * A unit may have put a file or a link in its place, which is not ours to write below or to take away; nor is what a link among the
 * directories above leads to.
 */
function lookAt(path: string): "nothing" | "directory" | "else" {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return "nothing";
  return stat.isDirectory() && realpathSync(path) === path ? "directory" : "else";
}
