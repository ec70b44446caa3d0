import { extname } from "node:path";
import { SCRIPT_EXTENSIONS, type ScriptExtension } from "../../contract/index.ts";
import { AkmError } from "../../errors/index.ts";
import { compact } from "../../lib/compact.ts";
import { replaceArguments, type Task, type UsedAsset } from "../../source/index.ts";
import type { AssetFile, CatalogueAsset } from "../catalogue.ts";
import type {
  CompiledMapStep,
  CompiledStep,
  CompiledUnit,
  CompiledUnitStep,
  UnitRequest,
} from "../compile.ts";
import { compileExec, envBinding } from "../compile.ts";
import type { ChildWorkflowTarget, PlanParam } from "../plan.ts";
import { bindInputs, type DeclaredInput } from "./bind-inputs.ts";
import type { CompositionProblems } from "./composition-problems.ts";
import { StepScope } from "./step-scope.ts";

export type WorkflowAsset = Extract<CatalogueAsset, { family: "workflows" }>;

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

/** Steps that use another asset, with that asset in its place: what is left of a step asks for a target of its own. */
export function composeSteps(steps: readonly CompiledStep[], composition: Composition): CompiledStep[] {
  const earlier = new Map<string, ReadonlySet<string> | undefined>();
  return steps.map((step) => {
    const uses = step.kind === "route" ? undefined : step.unit.request.uses;
    const composer = uses && new StepComposer(step.id, uses, composition, earlier);
    const composed =
      composer === undefined ? step : composer.compose(step as CompiledUnitStep | CompiledMapStep);
    earlier.set(step.id, composer?.exports);
    return composed;
  });
}

/** What an asset puts in place of a step's `uses`. */
type Replacement = Partial<Pick<CompiledUnit, "inputBindings" | "timeout" | "outputSchema">> & {
  instructions?: string;
  request?: Partial<UnitRequest>;
};

class StepComposer {
  /** Set by a child workflow. */
  exports: ReadonlySet<string> | undefined;
  readonly #uses: UsedAsset;
  readonly #composition: Composition;
  readonly #scope: StepScope;

  constructor(
    stepId: string,
    uses: UsedAsset,
    composition: Composition,
    earlier: ReadonlyMap<string, ReadonlySet<string> | undefined>,
  ) {
    this.#uses = uses;
    this.#composition = composition;
    const { params, problems } = composition;
    this.#scope = new StepScope(stepId, uses.at, { params, earlier, problems });
  }

  compose<Step extends CompiledUnitStep | CompiledMapStep>(step: Step): Step {
    const { uses: _, ...request } = step.unit.request;
    const asset = this.#asset(this.#uses);
    const isTask = asset.family === "tasks";
    const { instructions, request: asked, ...unit } = isTask ? this.#task(asset) : this.#plain(asset);
    const taskUnit = isTask
      ? { taskRef: asset.ref, env: [...asset.task.env.map(envBinding), ...step.unit.env] }
      : {};
    return {
      ...step,
      ...compact({ instructions, outputSchema: unit.outputSchema ?? step.outputSchema }),
      unit: {
        ...step.unit,
        ...unit,
        ...taskUnit,
        ...compact({ timeout: step.unit.timeout ?? unit.timeout }),
        request: { ...request, ...asked },
      },
    };
  }

  /** Named by the step itself. */
  #plain(asset: CatalogueAsset): Replacement {
    if (asset.family === "workflows") return this.#child(asset, []);
    if (this.#uses.with !== undefined) this.#refuseWith(asset);
    return this.#leaf(asset, this.#uses);
  }

  #task({ ref, task }: Extract<CatalogueAsset, { family: "tasks" }>): Replacement {
    const { target } = task;
    const own = compact({ timeout: task.timeout?.value, outputSchema: task.output?.value });
    const used = target.kind === "asset" ? this.#asset(target.uses) : undefined;
    if (used?.family === "workflows") return { ...own, ...this.#child(used, declaredInputs(task)) };
    const given = this.#uses.with;
    if (given !== undefined && task.inputs.length === 0)
      this.#scope.refuse(
        "COMPOSITION_INVALID",
        `${ref} declares no inputs, so it takes no \`with\``,
        given.at,
      );
    const bindings = bindInputs(
      ref,
      declaredInputs(task),
      task.inputs.length === 0 ? [] : (given?.value ?? []),
      this.#scope,
    );
    const inputBindings = bindings.length === 0 ? undefined : bindings;
    return { ...own, ...compact({ inputBindings }), ...this.#taskTarget(task, used) };
  }

  #taskTarget({ target }: Task, used: CatalogueAsset | undefined): Replacement {
    switch (target.kind) {
      case "exec":
        return { request: { exec: compileExec(target.exec) } };
      case "instruction":
        return { instructions: target.content.value };
      case "asset":
        return used === undefined ? {} : this.#leaf(used, target.uses);
    }
  }

  #leaf(asset: CatalogueAsset, uses: UsedAsset): Replacement {
    if (asset.family === "commands") {
      const { instructions, engine, model, timeout } = asset.command;
      return {
        instructions:
          uses.arguments === undefined ? instructions : replaceArguments(instructions, uses.arguments.value),
        request: compact({ engine: engine?.value, model: model?.value }),
        ...compact({ timeout: timeout?.value }),
      };
    }
    if (asset.family === "scripts") return this.#script(asset, uses);
    this.#scope.refuse(
      "COMPOSITION_INVALID",
      `${uses.ref} cannot stand here: a task takes a command, a script or a workflow`,
    );
    return {};
  }

  #script(
    { ref, path, bytes }: Extract<CatalogueAsset, { family: "scripts" }>,
    { cwd }: UsedAsset,
  ): Replacement {
    const extension = extname(path).toLowerCase();
    if (!isScriptExtension(extension)) {
      const known = SCRIPT_EXTENSIONS.join(" ");
      this.#scope.refuse(
        "COMPOSITION_INVALID",
        `${ref} is no script akm knows how to run; its name must end in one of ${known}`,
      );
      return {};
    }
    const contentBase64 = Buffer.from(bytes).toString("base64");
    return { request: { script: { ref, extension, contentBase64, ...compact({ cwd }) } } };
  }

  /** `inherited`: the inputs of the task in between, whose defaults are the child's params where the step gives none. */
  #child(asset: WorkflowAsset, inherited: readonly DeclaredInput[]): Replacement {
    const child = this.#composition.freezeChild(asset, this.#scope);
    if (child === undefined) return {};
    this.exports = child.exports;
    const declared = child.params.map((param): DeclaredInput => {
      const fallback = inherited.find(({ name }) => name === param.name)?.default ?? param.default;
      const { name, schema } = param;
      return { name, schema, ...compact({ default: fallback }), required: fallback === undefined };
    });
    const stray = inherited.find(({ name }) => !child.params.some((param) => param.name === name));
    if (stray !== undefined)
      this.#scope.refuse(
        "INPUT_BINDING_INVALID",
        `its task declares the input ${stray.name}, which ${asset.ref} has no param for`,
      );
    const bindings = bindInputs(asset.ref, declared, this.#uses.with?.value ?? [], this.#scope);
    const via = this.#uses.family === "tasks" ? "task" : "direct";
    return {
      request: { child: { ...child.target, via } },
      ...compact({ inputBindings: bindings.length === 0 ? undefined : bindings }),
    };
  }

  #refuseWith({ ref }: CatalogueAsset): void {
    const at = this.#uses.with?.at;
    this.#scope.refuse(
      "COMPOSITION_INVALID",
      `${ref} takes no \`with\`: commands and scripts have no inputs`,
      at,
    );
  }

  #asset({ ref }: UsedAsset): CatalogueAsset {
    const asset = this.#composition.assets.get(ref);
    if (asset === undefined) throw new AkmError("INTERNAL", `${ref} is used and was not gathered.`);
    this.#composition.noteSource(asset);
    return asset;
  }
}

function declaredInputs({ inputs }: Task): DeclaredInput[] {
  return inputs.map(({ at: _, ...input }) => input);
}

function isScriptExtension(extension: string): extension is ScriptExtension {
  return SCRIPT_EXTENSIONS.some((known) => known === extension);
}
