import { relative } from "node:path";
import type { Machine } from "../../compose.ts";
import { SOURCE_FILE_BYTES_MAX } from "../../contract/index.ts";
import { AkmError } from "../../errors/index.ts";
import type { AssetFile, CatalogueAsset } from "../../plan/index.ts";
import type { UsedAsset, Workflow } from "../../source/index.ts";
import type { Bundle } from "../../workspace/index.ts";
import { loadWorkflow } from "./load-workflow.ts";
import { refuseSource } from "./refuse-source.ts";

/**
 * Every asset the workflow uses, and those that they use, by the ref as it is written. Errors: `ASSET_NOT_FOUND`, and those of
 * reading each kind.
 */
export async function loadAssets(
  machine: Machine,
  workflow: Workflow,
): Promise<ReadonlyMap<string, CatalogueAsset>> {
  const assets = new Map<string, CatalogueAsset>();
  const wanted = usedBy(workflow);
  if (wanted.length === 0) return assets;
  const bundles = await (await machine.workspace()).bundles();
  for (let used = wanted.shift(); used !== undefined; used = wanted.shift()) {
    if (assets.has(used.ref)) continue;
    const asset = await loadAsset(machine, used, bundles);
    assets.set(used.ref, asset);
    wanted.push(...usedByAsset(asset));
  }
  return assets;
}

function usedBy({ steps }: Workflow): UsedAsset[] {
  return steps.flatMap((step) =>
    step.kind === "route" || step.unit.uses === undefined ? [] : [step.unit.uses],
  );
}

function usedByAsset(asset: CatalogueAsset): UsedAsset[] {
  if (asset.family === "workflows") return usedBy(asset.workflow);
  if (asset.family === "tasks" && asset.task.target.kind === "asset") return [asset.task.target.uses];
  return [];
}

/** One asset, read. */
export async function loadAsset(
  machine: Machine,
  { family, ref }: UsedAsset,
  bundles: readonly Bundle[],
): Promise<CatalogueAsset> {
  if (family === "workflows") return await loadChild(machine, ref, bundles);
  const { file, bytes } = await readAsset(machine, family, ref, bundles);
  const { readTask, readCommand } = await machine.source();
  switch (family) {
    case "scripts":
      return { ...file, family, bytes };
    case "commands": {
      const { command, findings } = readCommand(bytes);
      if (command === undefined) throw refuseSource("commands", file.displayPath, findings);
      return { ...file, family, command };
    }
    case "tasks": {
      const { task, findings } = readTask(bytes, file.path);
      if (task === undefined) throw refuseSource("tasks", file.displayPath, findings);
      return { ...file, family, task };
    }
  }
}

async function loadChild(machine: Machine, ref: string, bundles: readonly Bundle[]): Promise<CatalogueAsset> {
  const { findWorkflow } = await machine.disk();
  const { cwd } = await machine.workspace();
  const { location, sourceHash, workflow } = await loadWorkflow(machine, findWorkflow(ref, bundles, cwd));
  const { path, displayPath } = location;
  return { family: "workflows", ref: location.ref, path, displayPath, sha256: sourceHash, workflow };
}

async function readAsset(
  machine: Machine,
  family: Exclude<UsedAsset["family"], "workflows">,
  ref: string,
  bundles: readonly Bundle[],
): Promise<{ file: AssetFile; bytes: Uint8Array }> {
  const { requireAsset, readWorkflowFile } = await machine.disk();
  const { path, bundle, ref: qualified } = requireAsset(ref, family, bundles);
  const { bytes, sha256 } = readWorkflowFile(path);
  const displayPath = relative(bundle.directory, path);
  if (bytes.length > SOURCE_FILE_BYTES_MAX)
    throw new AkmError(
      "COMPOSITION_INVALID",
      `${displayPath} is larger than the ${SOURCE_FILE_BYTES_MAX} bytes a source may have.`,
      { hint: "Keep what is large in a file of its own that it reads." },
    );
  return { file: { ref: qualified, path, displayPath, sha256 }, bytes };
}
