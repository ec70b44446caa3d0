import type { Bundle } from "./bundles.ts";
import { type BundleFile, listBundleFiles } from "./list-bundle-files.ts";

/** Every task file of a bundle, `.yaml` files included so that they can be complained about; sorted by file. */
export function listTasks(bundle: Bundle): BundleFile[] {
  return listBundleFiles(bundle, "tasks", [".yml", ".yaml"]);
}
