import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readText } from "./admin-directory.ts";
import { type GitHost, runGit } from "./git.ts";
import type { WorktreeRecord } from "./worktree-record.ts";

/** Where git notes a commit it may come back to: `ORIG_HEAD`, `MERGE_HEAD` and the like. */
const PSEUDO_REF = /^[A-Z_]*HEAD$/;
/** What it holds came from elsewhere and is there still. */
const FETCHED = "FETCH_HEAD";
const OBJECT_ID = /^[0-9a-f]{40,64}$/;
/** What git took out of the way before a rebase, until that is over. */
const AUTOSTASHES = ["rebase-merge/autostash", "rebase-apply/autostash", "MERGE_AUTOSTASH"];

/** Commits that were made, or checked out, beyond the base; `ends` are those that no other of them builds on, HEAD's first. */
export type FoundCommits = { ok: true; ends: string[] } | { ok: false; problem: string };

/**
 * Every commit that the worktree's own refs and reflog know and that the base does not contain: also one that was amended, reset away
 * or left behind by a checkout.
 */
export async function findCommits(
  host: GitHost,
  { baseCommit, dispatchId, commonDirectory: cwd }: WorktreeRecord,
  adminDirectory: string,
): Promise<FoundCommits> {
  const ask = (words: readonly string[], stdin = "") =>
    runGit(host, words, { cwd, gitDirectory: adminDirectory, stdin, dispatchId });
  const head =
    readHead(adminDirectory) ??
    (await ask(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"])).stdout.trim();
  const ownRefs = hasOwnRefs(adminDirectory)
    ? await ask(["for-each-ref", "--format=%(objectname)", "refs/worktree", "refs/bisect", "refs/rewritten"])
    : undefined;
  if (ownRefs?.ok === false) return { ok: false, problem: ownRefs.stderr };
  const known = new Set(
    [
      head,
      ...(ownRefs?.stdout ?? "").split("\n"),
      ...reflogged(adminDirectory),
      ...noted(adminDirectory),
    ].filter((id) => OBJECT_ID.test(id)),
  );
  known.delete("0".repeat(baseCommit.length));
  known.delete(baseCommit);
  if (known.size === 0) return { ok: true, ends: [] };
  // What a reflog names may have been cleared away since; that is then gone, and no reason to give the rest up.
  const listed = await ask(
    ["rev-list", "--parents", "--ignore-missing", "--stdin"],
    `${[...known].join("\n")}\n^${baseCommit}\n`,
  );
  if (!listed.ok) return { ok: false, problem: listed.stderr };
  return { ok: true, ends: endsOf(listed.stdout, head) };
}

/** A HEAD on no branch tells its commit outright, which spares asking git. */
function readHead(adminDirectory: string): string | undefined {
  const text = readText(join(adminDirectory, "HEAD"));
  return text !== undefined && OBJECT_ID.test(text) ? text : undefined;
}

/** Git makes the directory, or a table in its place, with the first of them. */
function hasOwnRefs(adminDirectory: string): boolean {
  return ["refs", "reftable"].some((name) => existsSync(join(adminDirectory, name)));
}

/** From lines of a commit and its parents. */
function endsOf(text: string, head: string): string[] {
  const lines = text.split("\n").filter((line) => line !== "");
  const parents = new Set(lines.flatMap((line) => line.split(" ").slice(1)));
  const ends = lines.map((line) => line.split(" ", 1)[0] ?? "").filter((commit) => !parents.has(commit));
  return ends.includes(head) ? [head, ...ends.filter((commit) => commit !== head)] : ends;
}

/** Everywhere HEAD has been. */
function reflogged(adminDirectory: string): string[] {
  const text = readText(join(adminDirectory, "logs/HEAD")) ?? "";
  return text.split("\n").flatMap((line) => line.split(" ", 2));
}

function noted(adminDirectory: string): string[] {
  const pseudoRefs = readdirSync(adminDirectory).filter((name) => PSEUDO_REF.test(name) && name !== FETCHED);
  return [...pseudoRefs, ...AUTOSTASHES].flatMap((name) =>
    (readText(join(adminDirectory, name)) ?? "").split("\n"),
  );
}
