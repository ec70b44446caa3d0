import { ARTIFACT_BYTES_MAX, type FailureReason, type Json } from "../contract/index.ts";
import { jsonBytes } from "../lib/json-bytes.ts";
import type { PlanMapStep, PlanUnitStep } from "../plan/index.ts";
import { promoteArtifact } from "./artifact.ts";
import type { Ceiling } from "./budget.ts";
import type { StepEvidence } from "./evidence.ts";
import { collect } from "./reducers/collect.ts";
import { summarizeUnits } from "./summary.ts";

/** How one unit of the step ended, in item order; a unit that was never sent out has no result. */
export interface UnitResult {
  unitId: string;
  /** 0-based; 0 for a step of one unit. */
  index: number;
  ending: UnitEnding;
}

export type UnitEnding =
  | { status: "completed"; result: Json }
  | { status: "failed"; failureReason: FailureReason; error: string }
  | { status: "not-started" };

export interface StepConclusion {
  /** `blocked`: a child workflow waits for a person. */
  status: "completed" | "failed" | "blocked";
  /** Set when a ceiling ended the step: a hard stop, whatever `on_error` says. */
  ceiling?: Ceiling;
  /** How the artifact misses the step's schema, where nothing else is wrong: what a gate loop can mend. */
  mismatch?: string[];
  /** Promoted and validated when completed, as far as it got when failed. */
  artifact: Json;
  summary: string;
  evidence: StepEvidence;
  failedUnits: number;
}

/** Folds what the units came to into the step's artifact and decides whether the step is completed. Pure. */
export function concludeStep(
  step: PlanUnitStep | PlanMapStep,
  results: readonly UnitResult[],
  ceiling: Ceiling | undefined,
): StepConclusion {
  const artifact = reduce(step, results);
  const incomplete = ceilingProblem(ceiling) ?? unitProblem(step, results) ?? sizeProblem(artifact);
  const mismatch = incomplete === undefined ? schemaErrors(step, artifact) : undefined;
  const problem =
    incomplete ?? (mismatch && `The step's output does not satisfy its schema: ${mismatch.join("; ")}.`);
  const summary = summarizeUnits(results, problem);
  return {
    status: problem === undefined ? "completed" : isBlocked(results) ? "blocked" : "failed",
    ...(ceiling === undefined ? {} : { ceiling }),
    ...(mismatch === undefined ? {} : { mismatch }),
    artifact,
    summary,
    evidence: { output: artifact, units: results.flatMap(evidenceUnit) },
    failedUnits: results.filter(({ ending }) => ending.status === "failed").length,
  };
}

/** The step's artifact: the unit's result, or the map's results in item order. */
export function reduce(step: PlanUnitStep | PlanMapStep, results: readonly UnitResult[]): Json {
  const values = results.map(({ index, ending }) => ({
    index,
    result: ending.status === "completed" ? ending.result : null,
  }));
  return step.kind === "map" ? collect(results.length, values) : (values[0]?.result ?? null);
}

/** A gate is a gate for a child too: what it waits for, its parent waits for. */
function isBlocked(results: readonly UnitResult[]): boolean {
  return results.some(
    ({ ending }) => ending.status === "failed" && ending.failureReason === "child_workflow_blocked",
  );
}

function ceilingProblem(ceiling: Ceiling | undefined): string | undefined {
  return ceiling === undefined ? undefined : `Stopped: budget exceeded (${ceiling} ceiling).`;
}

/** The empty text means: the units themselves say enough. */
function unitProblem(step: PlanUnitStep | PlanMapStep, results: readonly UnitResult[]): string | undefined {
  const incomplete = results.some(({ ending }) => ending.status !== "completed");
  return incomplete && step.unit.onError === "fail" ? "" : undefined;
}

/** What is larger could not be read by any later step, so nobody is left to find that out. */
function sizeProblem(artifact: Json): string | undefined {
  const bytes = jsonBytes(artifact);
  if (bytes <= ARTIFACT_BYTES_MAX) return undefined;
  return (
    `The step's output is ${bytes} bytes of JSON; at most ${ARTIFACT_BYTES_MAX} can be handed on. ` +
    "Let its units write files and print their paths."
  );
}

function schemaErrors(step: PlanUnitStep | PlanMapStep, artifact: Json): string[] | undefined {
  const promoted = promoteArtifact(artifact, step.outputSchema);
  return promoted.ok ? undefined : promoted.errors;
}

function evidenceUnit({ unitId, ending }: UnitResult): StepEvidence["units"] {
  if (ending.status === "not-started") return [];
  const failureReason = ending.status === "failed" ? ending.failureReason : null;
  return [{ unitId, status: ending.status, failureReason }];
}
