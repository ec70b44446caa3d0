import { AkmError } from "../../errors/index.ts";
import type { FrozenTarget } from "../plan.ts";
import { childWorkflowKind } from "./child-workflow.ts";
import { commandKind } from "./command.ts";
import { scriptKind } from "./script.ts";
import { shellKind } from "./shell.ts";
import type { TargetKind, TargetRequest } from "./target-kind.ts";

/** In the order in which they are asked whether a unit is theirs; the last one takes whatever is left. */
const TARGET_KINDS: Record<FrozenTarget["kind"], TargetKind> = {
  shell: shellKind,
  script: scriptKind,
  "child-workflow": childWorkflowKind,
  command: commandKind,
};

export const TARGET_KIND_NAMES = Object.keys(TARGET_KINDS) as FrozenTarget["kind"][];

export function targetKind(name: FrozenTarget["kind"]): TargetKind {
  return TARGET_KINDS[name];
}

export function freezeTarget(request: TargetRequest): FrozenTarget {
  for (const name of TARGET_KIND_NAMES) {
    const target = TARGET_KINDS[name].freeze(request);
    if (target !== undefined) return target;
  }
  throw new AkmError("INTERNAL", "A unit was frozen that no target kind takes.");
}
