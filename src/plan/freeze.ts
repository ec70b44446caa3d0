import { type Json, PLAN_IR_VERSION, PLAN_JSON_BYTES_MAX } from "../contract/index.ts";
import { AkmError } from "../errors/index.ts";
import { canonicalJson } from "../lib/canonical-json.ts";
import { compact } from "../lib/compact.ts";
import type { Workflow } from "../source/index.ts";
import type { AssetFile, Catalogue } from "./catalogue.ts";
import { compileSteps } from "./compile.ts";
import { composeWorkflow } from "./compose/compose-workflow.ts";
import type { WorkflowAsset } from "./compose/composition.ts";
import { Nesting } from "./compose/nesting.ts";
import { decodePlan } from "./decode.ts";
import { freezeEngines } from "./freeze-engines.ts";
import { freezeStep, withinWidths } from "./freeze-step.ts";
import { hashPlan } from "./hash.ts";
import { noticesOf, type PlanNotice } from "./notices.ts";
import type { Plan, PlanOutput, PlanParam, PlanStep } from "./plan.ts";

export interface FrozenWorkflow {
  plan: Plan;
  /** Canonical JSON: what is stored and hashed. */
  planJson: string;
  planHash: string;
  notices: PlanNotice[];
  /** Every file besides the workflow's own that was read into the plan, those of its children among them. */
  sources: AssetFile[];
}

/**
 * Freezes a workflow into the plan a run follows: references as text, targets, engines, timeouts and widths resolved
 * (spec workflow-schema.txt, "Bounds" and "Frozen widths"). Ends in WORKFLOW_SOURCE_INVALID when the plan is over 2 MiB
 * or names more than 64 engines, in ENGINE_UNKNOWN or INVALID_CONFIG_FILE when an engine it needs is not there or not whole.
 *
 * `COMPOSITION_INVALID` and `INPUT_BINDING_INVALID` when the assets it uses do not fit together. Children are frozen first, whole.
 */
export function freezeWorkflow(workflow: Workflow, catalogue: Catalogue): FrozenWorkflow {
  return freezeNested(workflow, catalogue, Nesting.root(catalogue.workflowRef));
}

function freezeNested(workflow: Workflow, catalogue: Catalogue, nesting: Nesting): FrozenWorkflow {
  const childNotices: PlanNotice[] = [];
  const composed = composeWorkflow(workflow, catalogue, nesting, (asset, inner) => {
    const frozen = freezeNested(asset.workflow, childCatalogue(asset, catalogue), inner);
    childNotices.push(...frozen.notices.map((notice) => ofChild(asset.ref, notice)));
    return frozen;
  });
  composed.problems.throwIfAny(catalogue.sourcePath);
  const { steps } = composed;
  const { byStep, notices, problems } = freezeEngines(steps, catalogue.engines);
  problems.throwIfAny(catalogue.sourcePath);
  const frozen = steps.map((step) => freezeStep(step, byStep.get(step.id) ?? {}, catalogue));
  const planJson = canonicalJson(assemblePlan(workflow, frozen, catalogue) as unknown as Json);
  refuseTooLarge(planJson, workflow, catalogue);
  return {
    plan: decodeOwn(planJson, catalogue),
    planJson,
    planHash: hashPlan(planJson),
    notices: [...noticesOf(workflow, catalogue), ...notices, ...childNotices],
    sources: nesting.sources,
  };
}

function childCatalogue({ ref, displayPath, sha256 }: WorkflowAsset, catalogue: Catalogue): Catalogue {
  return { ...catalogue, workflowRef: ref, sourcePath: displayPath, sourceHash: sha256 };
}

function ofChild(ref: string, { stepId: _, ...notice }: PlanNotice): PlanNotice {
  return { ...notice, message: `${ref}: ${notice.message}` };
}

function assemblePlan(workflow: Workflow, steps: PlanStep[], catalogue: Catalogue): Plan {
  const budget = compact({
    maxUnits: workflow.budget.maxUnits?.value,
    maxTokens: workflow.budget.maxTokens?.value,
  });
  const outputs = planOutputs(workflow);
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
    params: planParams(workflow),
    execution: {
      maxConcurrency: withinWidths(catalogue.settings.maxConcurrency ?? catalogue.hostConcurrency),
    },
    ...(Object.keys(budget).length === 0 ? {} : { budget }),
    ...compact({ outputs }),
    steps,
  };
}

export function planParams({ params }: Workflow): PlanParam[] {
  return params.map(({ name, schema, ...param }) => ({
    name,
    schema,
    ...compact({ default: param.default }),
  }));
}

/** Undefined where none are declared. */
export function planOutputs({ outputs }: Workflow): PlanOutput[] | undefined {
  if (outputs.length === 0) return undefined;
  return outputs.map(({ name, from, schema }) => ({
    name,
    from: from.value.text,
    ...compact({ schema: schema?.value }),
  }));
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
