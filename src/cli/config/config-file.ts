import { join } from "node:path";
import { type Call, switchOn } from "../call.ts";
import type { FlagSpec } from "../verb.ts";

export const PROJECT_FLAG: FlagSpec = {
  name: "project",
  summary: "The project's file (.akm/config.json) instead of the user's",
};

/** The file a command changes: the user's, or with `--project` the nearest project's, which may be still to be made. */
export async function configFilePath(call: Call): Promise<string> {
  const { cwd, directories } = await call.machine.workspace();
  const { CONFIG_FILE, findProjectBundle, PROJECT_DIRECTORY } = await call.machine.disk();
  if (!switchOn(call, "project")) return join(directories.config, CONFIG_FILE);
  return join(findProjectBundle(cwd) ?? join(cwd, PROJECT_DIRECTORY), CONFIG_FILE);
}
