import {
  CONCURRENCY_MAX,
  CONCURRENCY_MIN,
  GATE_LOOPS_MAX,
  GATE_LOOPS_MIN,
  INSTRUCTIONS_BYTES_MAX,
  REDUCERS,
  ROUTE_BRANCHES_MAX,
  STEP_ID_PATTERN,
  STEP_INPUTS_MAX,
  STEP_KINDS,
  TIMEOUT_MS_MAX,
  TIMEOUT_MS_MIN,
} from "../contract/index.ts";
import { compact } from "../lib/compact.ts";
import { decodeEngine } from "./decode-engine.ts";
import { type DecodeScope, decodeReference } from "./decode-reference.ts";
import { decodeUnit } from "./decode-unit.ts";
import type { PlanGate, PlanMapStep, PlanRouteStep, PlanStep, PlanUnit, PlanUnitStep } from "./plan.ts";
import { refuseRepeated, type StoredObject, type StoredValue } from "./stored-value.ts";
import { targetKind } from "./targets/list.ts";

/** One step, judged by what stands before it; where its routes lead is judged once all steps are read. */
export function decodeStep(stored: StoredValue, scope: DecodeScope): PlanStep {
  return stored.object((step): PlanStep => {
    const kind = step.required("kind").oneOf(STEP_KINDS);
    switch (kind) {
      case "unit":
        return decodeUnitStep(step, scope);
      case "map":
        return decodeMapStep(step, scope);
      case "route":
        return decodeRouteStep(step, scope);
    }
  });
}

function decodeUnitStep(step: StoredObject, scope: DecodeScope): PlanUnitStep {
  const unit = decodeUnit(step.required("unit"), scope);
  return { kind: "unit", ...stepBase(step, unit), ...dataOf(step, scope), unit };
}

function decodeMapStep(step: StoredObject, scope: DecodeScope): PlanMapStep {
  const unit = decodeUnit(step.required("unit"), scope);
  return {
    kind: "map",
    ...stepBase(step, unit),
    ...dataOf(step, scope),
    over: decodeReference(step.required("over"), scope),
    concurrency: step.required("concurrency").wholeNumber(CONCURRENCY_MIN, CONCURRENCY_MAX),
    reducer: step.required("reducer").oneOf(REDUCERS),
    unit,
  };
}

function decodeRouteStep(step: StoredObject, scope: DecodeScope): PlanRouteStep {
  const entries = step.required("branches").array(1, ROUTE_BRANCHES_MAX);
  const branches = entries.map((entry) => entry.object(decodeBranch));
  refuseRepeated(
    entries,
    branches.map((branch) => branch.match),
  );
  return {
    kind: "route",
    ...stepBase(step),
    input: decodeReference(step.required("input"), scope),
    branches,
    ...compact({ default: step.optional("default")?.text() }),
  };
}

function decodeBranch(branch: StoredObject): PlanRouteStep["branches"][number] {
  return { match: branch.required("match").text({ bytesMin: 0 }), step: branch.required("step").text() };
}

function stepBase(
  step: StoredObject,
  unit?: PlanUnit,
): { id: string; instructions: string; gate?: PlanGate } {
  return {
    id: step.required("id").text({ pattern: STEP_ID_PATTERN }),
    instructions: step.required("instructions").text({ bytesMin: 0, bytesMax: INSTRUCTIONS_BYTES_MAX }),
    ...compact({ gate: step.optional("gate")?.object((gate) => decodeGate(gate, unit)) }),
  };
}

function decodeGate(gate: StoredObject, unit?: PlanUnit): PlanGate {
  const loopsMax = unit === undefined || targetKind(unit.target.kind).answersFeedback ? GATE_LOOPS_MAX : 1;
  const rubric = gate.optional("rubric")?.text();
  return {
    ...compact({
      rubric,
      // There exactly when there is a rubric: a gate that nobody can judge would let everything pass.
      judge: rubric === undefined ? undefined : gate.required("judge").object(decodeEngine),
      judgeTimeoutMs:
        rubric === undefined
          ? undefined
          : gate.optional("judgeTimeoutMs")?.wholeNumber(TIMEOUT_MS_MIN, TIMEOUT_MS_MAX),
      approve: gate.optional("approve")?.flag(),
    }),
    maxLoops: gate.required("maxLoops").wholeNumber(GATE_LOOPS_MIN, loopsMax),
  };
}

function dataOf(step: StoredObject, scope: DecodeScope): Pick<PlanUnitStep, "inputs" | "outputSchema"> {
  return {
    inputs: step
      .required("inputs")
      .array(0, STEP_INPUTS_MAX)
      .map((input) => decodeReference(input, scope)),
    ...compact({ outputSchema: step.optional("outputSchema")?.schema() }),
  };
}
