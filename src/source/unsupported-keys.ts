import type { Finding } from "./findings.ts";
import { Report } from "./report.ts";
import type { Position, Unit, Workflow } from "./workflow.ts";

/**
 * The keys of a valid workflow that this version reads, plans and checks but cannot run: each an error finding
 * `not-yet-supported` at its line. A run with any of them is refused before it begins (`NOT_YET_SUPPORTED`).
 *
 * @param isolated the steps whose plan asks for a worktree: on a model, which changes no files, the key asks for nothing
 */
export function unsupportedKeys(workflow: Workflow, isolated: ReadonlySet<string>): Finding[] {
  const report = new Report();
  for (const step of workflow.steps)
    if (step.kind !== "route") reportUnit(step.id, step.unit, isolated, report);
  return report.findings();
}

function reportUnit(
  stepId: string,
  { isolation }: Unit,
  isolated: ReadonlySet<string>,
  report: Report,
): void {
  if (isolation?.value === "worktree" && isolated.has(stepId))
    refuse(`\`isolation: worktree\` of \`${stepId}\``, isolation.at, report);
}

function refuse(what: string, at: Position, report: Report): void {
  report.error("not-yet-supported", at, `${what} cannot be run by this version of akm yet`);
}
