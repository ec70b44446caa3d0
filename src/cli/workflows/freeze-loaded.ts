import type { Machine } from "../../compose.ts";
import type { Catalogue, FrozenWorkflow, WorkflowOutline } from "../../plan/index.ts";
import { loadAssets } from "./load-assets.ts";
import type { LoadedWorkflow } from "./load-workflow.ts";

/** Freezes it for the current directory, with the configuration as it is now. Errors: those of `freezeWorkflow`. */
export async function freezeLoaded(machine: Machine, loaded: LoadedWorkflow): Promise<FrozenWorkflow> {
  const { freezeWorkflow } = await machine.plan();
  return freezeWorkflow(loaded.workflow, await catalogueFor(machine, loaded));
}

/** What it would do here, also where the engines to do it with are missing. */
export async function outlineLoaded(machine: Machine, loaded: LoadedWorkflow): Promise<WorkflowOutline> {
  const { outlineWorkflow } = await machine.plan();
  return outlineWorkflow(loaded.workflow, await catalogueFor(machine, loaded));
}

async function catalogueFor(
  machine: Machine,
  { location, sourceHash, workflow }: LoadedWorkflow,
): Promise<Catalogue> {
  const { cwd, directories, configFiles, config } = await machine.workspace();
  const { assembleCatalogue } = await machine.disk();
  return await assembleCatalogue({
    workflow,
    workflowRef: location.ref,
    sourcePath: location.displayPath,
    sourceHash,
    cwd,
    loaded: await config(),
    files: configFiles(),
    directories,
    env: machine.env,
    assets: await loadAssets(machine, workflow),
  });
}
