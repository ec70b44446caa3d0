import type { Machine } from "../../compose.ts";
import { AkmError } from "../../errors/index.ts";
import type { CatalogueAsset } from "../../plan/index.ts";

export type TaskAsset = Extract<CatalogueAsset, { family: "tasks" }>;

/** The task that a word on the command line names; `tasks/` in front may be left out. Errors: `ASSET_NOT_FOUND`, and those of reading it. */
export async function findTask(machine: Machine, word: string): Promise<TaskAsset> {
  const [{ loadAsset }, { normalizeAssetRef }, workspace] = await Promise.all([
    import("../workflows/load-assets.ts"),
    machine.disk(),
    machine.workspace(),
  ]);
  const uses = {
    at: { line: 1, column: 1 },
    family: "tasks",
    ref: normalizeAssetRef(word, "tasks"),
  } as const;
  const asset = await loadAsset(machine, uses, await workspace.bundles());
  if (asset.family !== "tasks") throw new AkmError("INTERNAL", `${word} was read as something else.`);
  return asset;
}

/** What the command line calls a task: its ref without the bundle and the folder. */
export function taskId({ ref }: Pick<TaskAsset, "ref">): string {
  return ref.slice(ref.indexOf("//") + "//tasks/".length);
}
