import type { Task, UsedAsset } from "../../source/index.ts";
import type { AssetFile, CatalogueAsset } from "../catalogue.ts";
import type { CompiledUnit, UnitRequest } from "../compile.ts";
import type { ChildWorkflowTarget, PlanParam } from "../plan.ts";
import type { DeclaredInput } from "./bind-inputs.ts";
import type { CompositionProblems } from "./composition-problems.ts";
import type { StepScope } from "./step-scope.ts";

export type WorkflowAsset = Extract<CatalogueAsset, { family: "workflows" }>;
export type TaskAsset = Extract<CatalogueAsset, { family: "tasks" }>;

/** A child frozen whole, and what its composing step needs to know of it. */
export interface EmbeddedChild {
  target: Omit<ChildWorkflowTarget, "kind" | "via">;
  params: PlanParam[];
  /** What its run promotes: its declared outputs, else `runId` and `status`. */
  exports: ReadonlySet<string>;
}

export interface Composition {
  assets: ReadonlyMap<string, CatalogueAsset>;
  params: ReadonlySet<string>;
  problems: CompositionProblems;
  /** Told of every file that is read into the plan. */
  noteSource(file: AssetFile): void;
  /** Undefined, with a problem noted, where it may not be embedded. */
  freezeChild(asset: WorkflowAsset, scope: StepScope): EmbeddedChild | undefined;
}

/** One `uses` of a step, while what it names is put in its place. */
export interface Place {
  /** As the step has it; a task's own `uses` is its target's. */
  uses: UsedAsset;
  scope: StepScope;
  composition: Composition;
}

/** What an asset puts in place of a step's `uses`. */
export type Replacement = Partial<
  Pick<CompiledUnit, "inputBindings" | "taskRef" | "timeout" | "outputSchema">
> & {
  instructions?: string;
  request?: Partial<UnitRequest>;
  /** Of a child workflow: the names its artifact has. */
  exports?: ReadonlySet<string>;
};

export function declaredInputs({ inputs }: Task): DeclaredInput[] {
  return inputs.map(({ at: _, ...input }) => input);
}
