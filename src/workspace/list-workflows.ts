import type { Bundle } from "./bundles.ts";
import { listSources, type SourceEntry } from "./list-sources.ts";
import { WORKFLOWS_FOLDER } from "./workflow-ref.ts";

/** Every workflow of a bundle, `.yaml` files included so that they can be complained about; sorted by file. */
export function listWorkflows(bundle: Bundle): SourceEntry[] {
  return listSources(bundle, WORKFLOWS_FOLDER, /\.(?:md|yml|yaml)$/);
}
