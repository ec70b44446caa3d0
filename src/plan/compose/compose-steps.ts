import { AkmError } from "../../errors/index.ts";
import { compact } from "../../lib/compact.ts";
import type { UsedAsset } from "../../source/index.ts";
import type { CatalogueAsset } from "../catalogue.ts";
import { type CompiledStep, type CompiledUnitStep, envBinding } from "../compile.ts";
import { composeChild } from "./compose-child.ts";
import { composeLeaf } from "./compose-leaf.ts";
import { composeTask } from "./compose-task.ts";
import type { Composition, Place, Replacement } from "./composition.ts";
import { StepScope } from "./step-scope.ts";

/** Steps that use another asset, with that asset in its place: what is left of a step asks for a target of its own. */
export function composeSteps(steps: readonly CompiledStep[], composition: Composition): CompiledStep[] {
  const { params, problems } = composition;
  const earlier = new Map<string, ReadonlySet<string> | undefined>();
  return steps.map((step) => {
    const uses = step.kind === "unit" ? step.unit.request.uses : undefined;
    if (step.kind !== "unit" || uses === undefined) {
      earlier.set(step.id, undefined);
      return step;
    }
    const scope = new StepScope(step.id, uses.at, { params, earlier, problems });
    const { exports, ...replacement } = replaceUses({ uses, scope, composition }, step);
    earlier.set(step.id, exports);
    return withReplacement(step, replacement);
  });
}

function replaceUses(
  place: Place,
  { unit }: CompiledUnitStep,
): Replacement & Pick<CompiledUnitStep["unit"], "env"> {
  const { uses, scope, composition } = place;
  const asset = assetOf(uses, composition);
  switch (asset.family) {
    case "tasks": {
      const { target } = asset.task;
      const used = target.kind === "asset" ? assetOf(target.uses, composition) : undefined;
      const env = [...asset.task.env.map(envBinding), ...unit.env];
      if (used?.family === "workflows") refuseEnv(place, env.length);
      return { ...composeTask(place, asset, used), env };
    }
    case "workflows":
      refuseEnv(place, unit.env.length);
      return { ...composeChild(place, asset), env: [] };
    default:
      if (uses.with !== undefined)
        scope.refuse(
          "COMPOSITION_INVALID",
          `${asset.ref} takes no \`with\`: commands and scripts have no inputs`,
          uses.with.at,
        );
      return { ...composeLeaf(place, asset, uses), env: unit.env };
  }
}

/** A child's units have an `env` of their own; nothing of its parent's reaches them. */
function refuseEnv({ scope }: Place, bindings: number): void {
  if (bindings === 0) return;
  scope.refuse(
    "COMPOSITION_INVALID",
    "`env` does not reach into a child workflow; bind it at the child's own steps, or hand the value over as a param",
  );
}

function withReplacement(
  step: CompiledUnitStep,
  { instructions, request: asked, timeout, ...unit }: Omit<ReturnType<typeof replaceUses>, "exports">,
): CompiledUnitStep {
  const { uses: _, ...request } = step.unit.request;
  return {
    ...step,
    ...compact({ instructions, outputSchema: unit.outputSchema ?? step.outputSchema }),
    unit: {
      ...step.unit,
      ...unit,
      ...compact({ timeout: step.unit.timeout ?? timeout }),
      request: { ...request, ...asked },
    },
  };
}

function assetOf({ ref }: UsedAsset, { assets, noteSource }: Composition): CatalogueAsset {
  const asset = assets.get(ref);
  if (asset === undefined) throw new AkmError("INTERNAL", `${ref} is used and was not gathered.`);
  noteSource(asset);
  return asset;
}
