import { join } from "node:path";
import { build } from "rolldown";
import { temporaryDirectory } from "./dispatch-command.ts";

const PACKAGES = /^[a-z@](?!:)/;

/**
 * A module of ours as plain files, for a test that needs it in a process of its own on every Node version. Packages are left
 * out: what the test does must need none.
 */
export async function bundleModule(input: string): Promise<{ file: string; remove: () => void }> {
  const { path, remove } = temporaryDirectory();
  const entryFileNames = "module.mjs";
  const output = { dir: path, entryFileNames, chunkFileNames: "[name]-[hash].mjs" };
  await build({ input, external: PACKAGES, platform: "node", output, logLevel: "silent" });
  return { file: join(path, entryFileNames), remove };
}
