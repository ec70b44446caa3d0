import type { Bundle } from "./bundles.ts";
import { type BundleFile, listBundleFiles } from "./list-bundle-files.ts";
import { WORKFLOW_EXTENSIONS, WORKFLOWS_FOLDER } from "./workflow-ref.ts";

/** Every workflow of a bundle, `.yaml` files included so that they can be complained about; sorted by file. */
export function listWorkflows(bundle: Bundle): BundleFile[] {
  return listBundleFiles(bundle, WORKFLOWS_FOLDER, [...WORKFLOW_EXTENSIONS, ".yaml"]);
}
