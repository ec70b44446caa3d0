import type { Report } from "../report.ts";
import type { Step } from "../workflow.ts";
import { mayBe, typesInWords } from "./artifact-shape.ts";

/** A map's artifact is always a list, so a schema that allows none could only fail (decision S6). */
export function checkMapOutput(step: Step, report: Report): void {
  if (step.kind !== "map" || step.output === undefined || mayBe(step.output.value, "array")) return;
  const message =
    `\`output\` is declared as ${typesInWords(step.output.value)}, but a map's artifact is the list of its units' results;` +
    " describe one unit's result under `map.unit.output`";
  report.error("invalid-schema", step.output.at, message);
}
