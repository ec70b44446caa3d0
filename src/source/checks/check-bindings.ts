import type { Report } from "../report.ts";
import type { InputBinding, Step } from "../workflow.ts";
import { stepProblem } from "./step-problem.ts";

/** Checks what each reference of a `with` names: a step that has ended by then. The format that has `with` has no params. */
export function checkBindings(steps: readonly Step[], report: Report): void {
  const indexes = new Map(steps.map((step, index) => [step.id, index]));
  steps.forEach((step, index) => {
    if (step.kind !== "unit") return;
    for (const binding of step.unit.uses?.with?.value ?? []) checkBinding(binding, index, indexes, report);
  });
}

function checkBinding(
  binding: InputBinding,
  position: number,
  indexes: ReadonlyMap<string, number>,
  report: Report,
): void {
  if (binding.kind === "literal") return;
  const { value, at } = binding.from;
  if (value.root === "params") {
    const message = `\`${value.text}\` does not name a declared workflow param; declared params: (none)`;
    report.error("invalid-binding", at, message);
    return;
  }
  const problem = stepProblem(value, position, indexes);
  if (problem !== undefined) report.error("invalid-binding", at, problem.message);
}
