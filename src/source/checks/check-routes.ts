import { didYouMean } from "../../lib/did-you-mean.ts";
import type { Report } from "../report.ts";
import type { Located, Position, RouteBranch, RouteStep, Step } from "../workflow.ts";

/** Checks that every route leads to steps declared after it, and that no two of its branches match the same text. */
export function checkRoutes(steps: readonly Step[], report: Report): void {
  const indexes = new Map(steps.map((step, index) => [step.id, index]));
  steps.forEach((step, index) => {
    if (step.kind !== "route") return;
    checkMatches(step.when, report);
    for (const target of targetsOf(step)) checkTarget(target, index, indexes, report);
  });
}

function targetsOf(step: RouteStep): Located<string>[] {
  const targets = step.when.map((branch) => branch.step);
  return step.default === undefined ? targets : [...targets, step.default];
}

function checkMatches(branches: readonly RouteBranch[], report: Report): void {
  const seen = new Map<string, Position>();
  for (const { match } of branches) {
    const earlier = seen.get(match.value);
    if (earlier === undefined) {
      seen.set(match.value, match.at);
      continue;
    }
    const message = `${JSON.stringify(match.value)} is matched already, on line ${earlier.line}`;
    report.error("duplicate-match", match.at, message);
  }
}

function checkTarget(
  target: Located<string>,
  from: number,
  indexes: ReadonlyMap<string, number>,
  report: Report,
): void {
  const index = indexes.get(target.value);
  if (index === undefined) {
    report.error("unknown-step", target.at, () => {
      const meant = didYouMean(target.value, indexes.keys());
      const advice = meant === undefined ? "" : `; did you mean \`${meant}\`?`;
      return `there is no step \`${target.value}\`${advice}`;
    });
  } else if (index <= from) {
    const where = index === from ? "this very step" : `\`${target.value}\`, which is declared earlier`;
    const message = `the route leads to ${where}; it can only lead forward (going back is what a gate's loop is for)`;
    report.error("route-order", target.at, message);
  }
}
