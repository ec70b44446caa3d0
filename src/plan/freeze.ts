import {
  CONCURRENCY_MAX,
  CONCURRENCY_MIN,
  type Json,
  MAP_CONCURRENCY_DEFAULT,
  PLAN_IR_VERSION,
  PLAN_JSON_BYTES_MAX,
} from "../contract/index.ts";
import { AkmError } from "../errors/index.ts";
import { canonicalJson } from "../lib/canonical-json.ts";
import { compact } from "../lib/compact.ts";
import type { Workflow } from "../source/index.ts";
import type { Catalogue } from "./catalogue.ts";
import { type CompiledStep, type CompiledUnit, compileSteps } from "./compile.ts";
import { decodePlan } from "./decode.ts";
import { hashPlan } from "./hash.ts";
import { noticesOf, type PlanNotice } from "./notices.ts";
import type { Plan, PlanGate, PlanStep, PlanUnit } from "./plan.ts";
import { freezeTarget, targetKind } from "./targets/list.ts";

export interface FrozenWorkflow {
  plan: Plan;
  /** Canonical JSON: what is stored and hashed. */
  planJson: string;
  planHash: string;
  notices: PlanNotice[];
}

/**
 * Freezes a workflow into the plan a run follows: references as text, targets, timeouts and widths resolved
 * (spec workflow-schema.txt, "Bounds" and "Frozen widths"). Ends in WORKFLOW_SOURCE_INVALID when the plan is over 2 MiB
 * or names more than 64 engines.
 */
export function freezeWorkflow(workflow: Workflow, catalogue: Catalogue): FrozenWorkflow {
  const planJson = canonicalJson(assemblePlan(workflow, catalogue) as unknown as Json);
  refuseTooLarge(planJson, workflow, catalogue);
  return {
    plan: decodeOwn(planJson, catalogue),
    planJson,
    planHash: hashPlan(planJson),
    notices: noticesOf(workflow, catalogue),
  };
}

function assemblePlan(workflow: Workflow, catalogue: Catalogue): Plan {
  const budget = compact({
    maxUnits: workflow.budget.maxUnits?.value,
    maxTokens: workflow.budget.maxTokens?.value,
  });
  const outputs = workflow.outputs.map(({ name, from, schema }) => ({
    name,
    from: from.value.text,
    ...compact({ schema: schema?.value }),
  }));
  return {
    irVersion: PLAN_IR_VERSION,
    workflow: {
      ref: catalogue.workflowRef,
      title: workflow.title,
      description: workflow.description,
      sourceFormat: workflow.format,
    },
    sourceHash: catalogue.sourceHash,
    cwd: catalogue.cwd,
    ...compact({ git: catalogue.git }),
    params: workflow.params.map(({ name, schema, ...param }) => ({
      name,
      schema,
      ...compact({ default: param.default }),
    })),
    execution: {
      maxConcurrency: withinWidths(catalogue.settings.maxConcurrency ?? catalogue.hostConcurrency),
    },
    ...(Object.keys(budget).length === 0 ? {} : { budget }),
    ...(outputs.length === 0 ? {} : { outputs }),
    steps: compileSteps(workflow).map((step) => freezeStep(step, catalogue)),
  };
}

function freezeStep(step: CompiledStep, catalogue: Catalogue): PlanStep {
  if (step.kind === "route") return step;
  const unit = freezeUnit(step.unit);
  const gate = step.gate && freezeGate(step.gate, unit);
  if (step.kind === "unit") return { ...step, unit, ...compact({ gate }) };
  return {
    ...step,
    unit,
    ...compact({ gate }),
    concurrency: step.concurrency ?? mapConcurrencyDefault(catalogue),
  };
}

function freezeUnit({ request, timeout, ...unit }: CompiledUnit): PlanUnit {
  const target = freezeTarget(request);
  const resolved = timeout ?? targetKind(target.kind).timeoutDefaultMs;
  return { ...unit, target, ...compact({ timeoutMs: resolved === "none" ? undefined : resolved }) };
}

function freezeGate(gate: PlanGate, unit: PlanUnit): PlanGate {
  return targetKind(unit.target.kind).answersFeedback ? gate : { ...gate, maxLoops: 1 };
}

function mapConcurrencyDefault({ settings }: Catalogue): number {
  return withinWidths(settings.defaultMapConcurrency ?? MAP_CONCURRENCY_DEFAULT);
}

/** One config may serve machines of every size: a width outside the bounds is moved to them, never refused. */
function withinWidths(width: number): number {
  return Math.min(CONCURRENCY_MAX, Math.max(CONCURRENCY_MIN, Math.trunc(width)));
}

/** Reading back what was written finds at freeze, before there is a run, whatever would refuse the plan at its first resume. */
function decodeOwn(planJson: string, catalogue: Catalogue): Plan {
  const decoded = decodePlan(planJson);
  if (decoded.kind === "plan") return decoded.plan;
  throw new AkmError(
    "WORKFLOW_SOURCE_INVALID",
    `${catalogue.workflowRef} cannot be frozen; in its plan, ${decoded.problem}`,
    { hint: "Change the part of the workflow file that this comes from." },
  );
}

const LARGEST_STEPS_NAMED = 3;

function refuseTooLarge(planJson: string, workflow: Workflow, catalogue: Catalogue): void {
  const bytes = Buffer.byteLength(planJson);
  if (bytes <= PLAN_JSON_BYTES_MAX) return;
  const largest = compileSteps(workflow)
    .map((step) => ({ id: step.id, bytes: Buffer.byteLength(JSON.stringify(step)) }))
    .sort((left, right) => right.bytes - left.bytes)
    .slice(0, LARGEST_STEPS_NAMED)
    .map((step) => `${step.id} (${step.bytes} bytes)`);
  throw new AkmError(
    "WORKFLOW_SOURCE_INVALID",
    `The plan of ${catalogue.workflowRef} is ${bytes} bytes of JSON; at most ${PLAN_JSON_BYTES_MAX} are allowed. ` +
      `Its largest steps are ${largest.join(", ")}.`,
    { hint: "Move long instructions or schemas into files that the steps read." },
  );
}
