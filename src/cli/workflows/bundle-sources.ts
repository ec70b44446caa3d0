import { realpathSync } from "node:fs";
import type { Machine } from "../../compose.ts";
import type { Finding } from "../../source/index.ts";
import type { Bundle, BundleFile } from "../../workspace/index.ts";

/** The kinds of source files, as the folders of a bundle are called that they lie in. */
export const SOURCE_TYPES = ["workflows", "tasks"] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

export interface BundleSource extends BundleFile {
  type: SourceType;
}

/** Every source file of a bundle with its kind, `.yaml` files included so that they can be complained about. */
export async function listBundleSources(machine: Machine, bundle: Bundle): Promise<BundleSource[]> {
  const { listTasks, listWorkflows } = await machine.disk();
  const lists = { workflows: listWorkflows, tasks: listTasks };
  return SOURCE_TYPES.flatMap((type) => lists[type](bundle).map((entry) => ({ ...entry, type })));
}

/** Tells what kind a file is that one of these bundles lists, the first that does; by whatever path it is named. */
export async function sourceTypesIn(
  machine: Machine,
  bundles: readonly Bundle[],
): Promise<(path: string) => SourceType | undefined> {
  const types = new Map<string, SourceType>();
  for (const bundle of bundles) {
    for (const { path, type } of await listBundleSources(machine, bundle)) {
      const real = realPath(path);
      if (!types.has(real)) types.set(real, type);
    }
  }
  return (path) => types.get(realPath(path));
}

export type ReadSource = (bytes: Uint8Array, path: string) => { value: unknown; findings: Finding[] };

/** Reads a file of each kind. */
export async function sourceReaders(machine: Machine): Promise<Readonly<Record<SourceType, ReadSource>>> {
  const { readTask, readWorkflow } = await machine.source();
  return {
    workflows(bytes, path) {
      const { workflow, findings } = readWorkflow(bytes, path);
      return { value: workflow, findings };
    },
    tasks(bytes, path) {
      const { task, findings } = readTask(bytes, path);
      return { value: task, findings };
    },
  };
}

/** The path itself where nothing is behind it. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
