import { didYouMean } from "../../lib/did-you-mean.ts";
import type { Reference } from "../references.ts";

export interface StepProblem {
  code: "unknown-step" | "reference-order";
  message: () => string;
}

/** Why the step at `position` cannot read what a reference names; `indexes` are those of all steps by their ids. */
export function stepProblem(
  { stepId, text }: Extract<Reference, { root: "steps" }>,
  position: number,
  indexes: ReadonlyMap<string, number>,
): StepProblem | undefined {
  const target = indexes.get(stepId);
  if (target === undefined) return { code: "unknown-step", message: () => unknownStep(stepId, indexes) };
  if (target < position) return undefined;
  const when = target === position ? "this very step" : `\`${stepId}\`, which is declared later`;
  const message = `\`${text}\` reads ${when}; a step can only read steps declared before it`;
  return { code: "reference-order", message: () => message };
}

function unknownStep(id: string, indexes: ReadonlyMap<string, number>): string {
  const meant = didYouMean(id, indexes.keys());
  const advice = meant === undefined ? "" : `; did you mean \`steps.${meant}.output\`?`;
  return `there is no step \`${id}\`${advice}`;
}
