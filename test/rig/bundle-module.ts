import { join } from "node:path";
import { build } from "rolldown";
import { temporaryDirectory } from "./dispatch-command.ts";

/** A module of ours as one plain file, for a test that needs it in a process of its own on every Node version. */
export async function bundleModule(input: string): Promise<{ file: string; remove: () => void }> {
  const { path, remove } = temporaryDirectory();
  const file = join(path, "module.mjs");
  await build({ input, platform: "node", output: { file }, logLevel: "silent" });
  return { file, remove };
}
