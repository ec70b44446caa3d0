import { ATTACHED_BYTES_MAX, type JsonObject } from "../contract/index.ts";
import { canonicalJson } from "../lib/canonical-json.ts";
import { jsonBytes } from "../lib/json-bytes.ts";
import type { PlanMapStep, PlanUnitStep } from "../plan/index.ts";
import { type Bindings, nullNote, resolveReference } from "./bindings.ts";
import { inputHash, sharedInputDigest } from "./input-hash.ts";
import { expandMap } from "./map.ts";
import type { GateFeedback } from "./prompt.ts";
import { resolveTaskInputs } from "./task-inputs.ts";
import { mapUnitIds, soloUnitId } from "./unit-id.ts";

export interface WorkListInput {
  step: PlanUnitStep | PlanMapStep;
  bindings: Bindings;
  /** From 1. */
  loop: number;
  /** What the judge of the loop before asked for. */
  feedback?: GateFeedback;
}

/** All that a step asks for: the same for the same input, on a first run and on a resumed one. */
export interface WorkList {
  units: WorkUnit[];
  paramsJson: string;
  /** The `inputs:` artifacts keyed by reference string; absent when the step declares none. */
  inputsJson?: string;
  /** What each unit's output must satisfy. */
  outputSchema?: JsonObject;
  /** What a composed task's inputs, or a child's params, come to; absent where the unit binds none. */
  taskInputsJson?: string;
  feedback?: GateFeedback;
  /** Inputs that read as null, said once a step. */
  warnings: string[];
  inputHashOf(unit: WorkUnit): string;
}

export interface WorkUnit {
  unitId: string;
  /** In a map: the item's canonical JSON and its position from 0. */
  item?: { json: string; index: number };
}

export type ComputedWorkList = { ok: true; workList: WorkList } | { ok: false; message: string };

/** Pure: no clock, no IO, no journal. A failure is an input that this step cannot work on. */
export function computeWorkList(input: WorkListInput): ComputedWorkList {
  const { step, bindings, loop } = input;
  const inputs = resolveInputs(step, bindings);
  if (!inputs.ok) return inputs;
  const taskInputs = step.unit.inputBindings && resolveTaskInputs(step.unit.inputBindings, bindings);
  if (taskInputs?.ok === false) return taskInputs;
  const units = expandUnits(step, bindings, loop);
  if (!units.ok) return units;

  const outputSchema = step.unit.outputSchema;
  const paramsJson = canonicalJson(bindings.params);
  const inputsJson = step.inputs.length === 0 ? undefined : canonicalJson(inputs.values);
  const taskInputsJson = taskInputs && canonicalJson(taskInputs.values);
  const shared = {
    instructions: step.instructions,
    unit: step.unit,
    paramsJson,
    ...(inputsJson === undefined ? {} : { inputsJson }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(taskInputsJson === undefined ? {} : { taskInputsJson }),
    ...(input.feedback === undefined ? {} : { feedback: { ...input.feedback } }),
  };
  let digest: string | undefined;
  return {
    ok: true,
    workList: {
      units: units.units,
      paramsJson,
      ...(inputsJson === undefined ? {} : { inputsJson }),
      ...(outputSchema === undefined ? {} : { outputSchema }),
      ...(taskInputsJson === undefined ? {} : { taskInputsJson }),
      ...(input.feedback === undefined ? {} : { feedback: input.feedback }),
      warnings: inputs.warnings,
      inputHashOf(unit) {
        digest ??= sharedInputDigest(shared);
        return inputHash(digest, unit.item?.json);
      },
    },
  };
}

function expandUnits(
  step: PlanUnitStep | PlanMapStep,
  bindings: Bindings,
  loop: number,
): { ok: true; units: WorkUnit[] } | { ok: false; message: string } {
  if (step.kind === "unit") return { ok: true, units: [{ unitId: soloUnitId(step.id, loop) }] };
  const expanded = expandMap(step.over, bindings);
  if (!expanded.ok) return expanded;
  const items = expanded.items.map(canonicalJson);
  const ids = mapUnitIds(step.id, items, loop);
  return {
    ok: true,
    units: ids.map((unitId, index) => ({ unitId, item: { json: items[index] ?? "", index } })),
  };
}

function resolveInputs(
  step: PlanUnitStep | PlanMapStep,
  bindings: Bindings,
): { ok: true; values: JsonObject; warnings: string[] } | { ok: false; message: string } {
  const values: JsonObject = {};
  const warnings: string[] = [];
  for (const reference of step.inputs) {
    const resolved = resolveReference(reference, bindings);
    if (!resolved.ok) return { ok: false, message: `inputs: ${resolved.message}` };
    values[reference] = resolved.value;
    const note = nullNote(reference, resolved);
    if (note !== undefined) warnings.push(`step ${step.id}: input ${note}`);
  }
  const bytes = jsonBytes(values);
  if (bytes > ATTACHED_BYTES_MAX)
    return {
      ok: false,
      message: `inputs: they come to ${bytes} bytes of JSON; at most ${ATTACHED_BYTES_MAX} can be attached`,
    };
  return { ok: true, values, warnings };
}
