import type { Finding } from "./findings.ts";
import { Report } from "./report.ts";
import type { Position, Step, StepGate, Unit, Workflow } from "./workflow.ts";

/**
 * The keys of a valid workflow that this version reads, plans and checks but cannot run: each an error finding
 * `not-yet-supported` at its line. A run with any of them is refused before it begins (`NOT_YET_SUPPORTED`).
 */
export function unsupportedKeys(workflow: Workflow): Finding[] {
  const report = new Report();
  for (const step of workflow.steps) reportStep(step, report);
  return report.findings();
}

function reportStep(step: Step, report: Report): void {
  if (step.gate !== undefined) reportGate(step.gate, step.id, report);
  if (step.kind !== "route") reportUnit(step.unit, step, report);
}

function reportGate({ rubric, approve }: StepGate, stepId: string, report: Report): void {
  if (rubric !== undefined) refuse(`the \`### gate\` rubric of \`${stepId}\``, rubric.at, report);
  if (approve?.value === true) refuse(`\`gate.approve\` of \`${stepId}\``, approve.at, report);
}

function reportUnit(unit: Unit, step: Step, report: Report): void {
  if (unit.exec === undefined)
    refuse(`the step \`${step.id}\` asks an engine (it has no \`exec\`), which`, step.at, report);
  if (unit.isolation?.value === "worktree") {
    refuse(`\`isolation: worktree\` of \`${step.id}\``, unit.isolation.at, report);
  }
  const [binding] = unit.env;
  if (binding !== undefined) refuse(`\`env\` of \`${step.id}\``, binding.at, report);
}

function refuse(what: string, at: Position, report: Report): void {
  report.error("not-yet-supported", at, `${what} cannot be run by this version of akm yet`);
}
