import type { Report } from "../report.ts";
import type { Position } from "../workflow.ts";

interface Identified {
  id: string;
  at: Position;
}

/** The steps without those whose id is taken already; each of them is an error that names both lines. */
export function withoutRepeatedIds<S extends Identified>(steps: readonly S[], report: Report): S[] {
  const seen = new Map<string, Position>();
  return steps.filter(({ id, at }) => {
    const earlier = seen.get(id);
    if (earlier === undefined) {
      seen.set(id, at);
      return true;
    }
    report.error("duplicate-step", at, `the step \`${id}\` is declared already, on line ${earlier.line}`);
    return false;
  });
}

/** Ids that differ in letter case alone are told apart by akm, but not by every file system and reader. */
export function warnCaseCollisions(steps: readonly Identified[], report: Report): void {
  const seen = new Map<string, Identified>();
  for (const step of steps) {
    const folded = step.id.toLowerCase();
    const earlier = seen.get(folded);
    if (earlier === undefined) {
      seen.set(folded, step);
      continue;
    }
    const message = `\`${step.id}\` differs from \`${earlier.id}\` on line ${earlier.at.line} in letter case alone`;
    report.warning("case-collision", step.at, message);
  }
}
