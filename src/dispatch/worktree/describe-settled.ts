import { clipText } from "../../lib/clip-text.ts";
import type { Settled } from "./settle-worktree.ts";

const PROBLEM_CHARS_MAX = 500;
const REFS_NAMED_MAX = 3;

/** For the user, of a worktree that a unit leaves behind; nothing where nothing is left. No name of a file is in it. */
export function describeSettled(settled: Settled, path: string): string[] {
  const { refs } = settled;
  const commits = refs.length === 0 ? [] : [`its commits are kept as ${named(refs)} (git log ${refs[0]})`];
  if (settled.kind === "removed") return commits;
  return [...commits, `its worktree is kept: ${path} (${reason(settled)})`];
}

function named(refs: readonly string[]): string {
  const more = refs.length - REFS_NAMED_MAX;
  return `${refs.slice(0, REFS_NAMED_MAX).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function reason({ uncommitted, problem }: Extract<Settled, { kind: "kept" }>): string {
  if (uncommitted > 0) return `with ${uncommitted} uncommitted ${uncommitted === 1 ? "path" : "paths"}`;
  if (problem === undefined) return "with its commits";
  return clipText(problem.replaceAll(/\s+/g, " "), PROBLEM_CHARS_MAX);
}
