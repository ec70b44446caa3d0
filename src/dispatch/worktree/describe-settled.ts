import { clipText } from "../../lib/clip-text.ts";
import type { Settled } from "./settle-worktree.ts";

const PROBLEM_CHARS_MAX = 500;
const REFS_NAMED_MAX = 3;

/** For the user, of a worktree that a unit leaves behind; nothing where nothing is left. No name of a file is in it. */
export function describeSettled(settled: Settled, path: string): string[] {
  const commits =
    settled.refs.length === 0
      ? []
      : [`its commits are kept as ${named(settled.refs)} (git log ${settled.refs[0]})`];
  return settled.kind === "removed"
    ? commits
    : [...commits, `its worktree is kept, ${reason(settled)}: ${path}`];
}

function named(refs: readonly string[]): string {
  const more = refs.length - REFS_NAMED_MAX;
  return `${refs.slice(0, REFS_NAMED_MAX).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function reason({ uncommitted, problem }: Extract<Settled, { kind: "kept" }>): string {
  if (problem !== undefined) {
    const why = clipText(problem.replaceAll(/\s+/g, " "), PROBLEM_CHARS_MAX);
    return `since it cannot be told that nothing in it would be lost (${why})`;
  }
  if (uncommitted === 0) return "with its commits";
  return `with ${uncommitted} uncommitted ${uncommitted === 1 ? "path" : "paths"}`;
}
