import type { Bundle } from "./bundles.ts";
import { listSources, type SourceEntry } from "./list-sources.ts";

/** Every task file of a bundle, `.yaml` files included so that they can be complained about; sorted by file. */
export function listTasks(bundle: Bundle): SourceEntry[] {
  return listSources(bundle, "tasks", /\.(?:yml|yaml)$/);
}
