import { compact } from "../../lib/compact.ts";
import type { Task } from "../../source/index.ts";
import type { CatalogueAsset } from "../catalogue.ts";
import { compileExec } from "../compile.ts";
import { bindInputs } from "./bind-inputs.ts";
import { composeChild } from "./compose-child.ts";
import { composeLeaf } from "./compose-leaf.ts";
import { declaredInputs, type Place, type Replacement, type TaskAsset } from "./composition.ts";

/** A task's part, with `used`, the asset it hands its work to, in its place. */
export function composeTask(place: Place, asset: TaskAsset, used: CatalogueAsset | undefined): Replacement {
  const { ref, task } = asset;
  const own = {
    taskRef: ref,
    ...compact({ timeout: task.timeout?.value, outputSchema: task.output?.value }),
  };
  if (used?.family === "workflows") return { ...own, ...composeChild(place, used, asset) };
  return { ...own, ...bindTaskInputs(place, asset), ...targetOf(place, task, used) };
}

function bindTaskInputs(
  { uses, scope }: Place,
  { ref, task }: TaskAsset,
): Pick<Replacement, "inputBindings"> {
  const given = uses.with;
  if (task.inputs.length === 0) {
    if (given !== undefined)
      scope.refuse("COMPOSITION_INVALID", `${ref} declares no inputs, so it takes no \`with\``, given.at);
    return {};
  }
  return bindInputs(ref, declaredInputs(task), given?.value ?? [], scope);
}

function targetOf(place: Place, { target }: Task, used: CatalogueAsset | undefined): Replacement {
  switch (target.kind) {
    case "exec":
      return { request: { exec: compileExec(target.exec) } };
    case "instruction":
      return { instructions: target.content.value };
    case "asset":
      return used === undefined ? {} : composeLeaf(place, used, target.uses);
  }
}
