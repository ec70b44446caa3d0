import type { PlanParam } from "../plan.ts";
import { bindInputs, type DeclaredInput } from "./bind-inputs.ts";
import {
  declaredInputs,
  type Place,
  type Replacement,
  type TaskAsset,
  type WorkflowAsset,
} from "./composition.ts";

/** A child workflow's part, its params bound; `task` is the one that stands between the step and the child. */
export function composeChild(place: Place, asset: WorkflowAsset, task?: TaskAsset): Replacement {
  const { uses, scope, composition } = place;
  const child = composition.freezeChild(asset, scope);
  if (child === undefined) return {};
  const inputs = task === undefined ? [] : declaredInputs(task.task);
  const stray = inputs.find(({ name }) => !child.params.some((param) => param.name === name));
  if (stray !== undefined)
    scope.refuse(
      "INPUT_BINDING_INVALID",
      `its task declares the input ${stray.name}, which ${asset.ref} has no param for`,
    );
  const declared = child.params.map((param) =>
    declaredAs(
      param,
      inputs.find(({ name }) => name === param.name),
    ),
  );
  return {
    request: { child: { ...child.target, via: task === undefined ? "direct" : "task" } },
    ...bindInputs(asset.ref, declared, uses.with?.value ?? [], scope),
    exports: child.exports,
  };
}

/** A param of the child; where the task in between declares it too, both have to be satisfied, and the task's default goes first. */
function declaredAs(param: PlanParam, input: DeclaredInput | undefined): DeclaredInput {
  const { name } = param;
  const schema = input === undefined ? param.schema : { allOf: [input.schema, param.schema] };
  if (input?.default !== undefined) return { name, schema, default: input.default, required: false };
  if (input?.required !== true && param.default !== undefined)
    return { name, schema, default: param.default, required: false };
  return { name, schema, required: true };
}
