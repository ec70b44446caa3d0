import type { Machine } from "../../compose.ts";
import { withoutBundle } from "../../contract/index.ts";
import { AkmError } from "../../errors/index.ts";
import { nameSome } from "../../lib/name-some.ts";
import type { CatalogueAsset } from "../../plan/index.ts";
import type { BundleFile } from "../../workspace/index.ts";

const TASKS_NAMED_MAX = 10;

export type TaskAsset = Extract<CatalogueAsset, { family: "tasks" }>;

/** The task that a word on the command line names; `tasks/` in front may be left out. Errors: `ASSET_NOT_FOUND`, and those of reading it. */
export async function findTask(machine: Machine, word: string): Promise<TaskAsset> {
  const [{ loadAsset }, { listTasks, normalizeAssetRef }, workspace] = await Promise.all([
    import("../workflows/load-assets.ts"),
    machine.disk(),
    machine.workspace(),
  ]);
  const bundles = await workspace.bundles();
  const uses = {
    at: { line: 1, column: 1 },
    family: "tasks",
    ref: normalizeAssetRef(word, "tasks"),
  } as const;
  const asset = await loadAsset(machine, uses, bundles).catch((error: unknown) => {
    throw withTasksThereAre(error, bundles.flatMap(listTasks));
  });
  if (asset.family !== "tasks") throw new AkmError("INTERNAL", `${word} was read as something else.`);
  return asset;
}

/** What the command line calls a task: its ref without the bundle and the folder. */
export function taskId({ ref }: Pick<TaskAsset, "ref">): string {
  return withoutBundle(ref).slice("tasks/".length);
}

/** A hint that points at the list is better with what is on it. */
function withTasksThereAre(error: unknown, tasks: readonly BundleFile[]): unknown {
  if (!(error instanceof AkmError) || !error.hint?.includes("akm task list")) return error;
  const ids = tasks.filter(({ file }) => !file.endsWith(".yaml")).map(taskId);
  if (ids.length === 0) return error;
  const hint = `There ${ids.length === 1 ? "is" : "are"} ${nameSome(ids, TASKS_NAMED_MAX)}.`;
  return new AkmError(error.code, error.message, { hint, cause: error });
}
