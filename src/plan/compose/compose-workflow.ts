import type { Workflow } from "../../source/index.ts";
import type { Catalogue } from "../catalogue.ts";
import { type CompiledStep, compileSteps } from "../compile.ts";
import { exportNames, type Plan } from "../plan.ts";
import { composeSteps } from "./compose-steps.ts";
import type { EmbeddedChild, WorkflowAsset } from "./composition.ts";
import { CompositionProblems } from "./composition-problems.ts";
import type { Nesting } from "./nesting.ts";
import type { StepScope } from "./step-scope.ts";

/** A child as its freeze gives it; undefined where that failed and has been told. */
export type FreezeChild = (
  asset: WorkflowAsset,
  nesting: Nesting,
) => { plan: Plan; planJson: string; planHash: string } | undefined;

/** The steps of a workflow with every asset they use in its place, and what is wrong with those. */
export function composeWorkflow(
  workflow: Workflow,
  { assets }: Pick<Catalogue, "assets">,
  nesting: Nesting,
  freezeChild: FreezeChild,
): { steps: CompiledStep[]; problems: CompositionProblems } {
  const problems = new CompositionProblems();
  const steps = composeSteps(compileSteps(workflow), {
    assets,
    params: new Set(workflow.params.map(({ name }) => name)),
    problems,
    noteSource: (file) => nesting.noteSource(file),
    freezeChild: (asset, scope) => embed(asset, nesting, freezeChild, scope),
  });
  return { steps, problems };
}

function embed(
  asset: WorkflowAsset,
  nesting: Nesting,
  freezeChild: FreezeChild,
  scope: StepScope,
): EmbeddedChild | undefined {
  const inner = nesting.enter(asset.ref, scope);
  const frozen = inner && freezeChild(asset, inner);
  if (frozen === undefined || !nesting.addEmbedded(ownBytes(frozen), scope)) return undefined;
  const { plan, planHash } = frozen;
  return {
    target: { ref: asset.ref, sourcePath: asset.path, planHash, plan },
    params: plan.params,
    exports: new Set(exportNames(plan)),
  };
}

/** Without the children in it, which have been counted. */
function ownBytes({ plan, planJson }: { plan: Plan; planJson: string }): number {
  const embedded = plan.steps.flatMap((step) =>
    step.kind !== "route" && step.unit.target.kind === "child-workflow" ? [step.unit.target.plan] : [],
  );
  const inside = embedded.reduce((sum, child) => sum + Buffer.byteLength(JSON.stringify(child)), 0);
  return Buffer.byteLength(planJson) - inside;
}
