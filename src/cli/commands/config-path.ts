import { existsSync } from "node:fs";
import { RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import type { Call } from "../call.ts";
import { configFilePath, PROJECT_FLAG } from "../config/config-file.ts";
import type { Answer, Verb } from "../verb.ts";

export const configPath: Verb = {
  summary: "Show where the configuration file is, or would be",
  arguments: [],
  flags: [PROJECT_FLAG],
  worksWithBrokenConfig: true,
  example: "akm config path --project",
  run: showPath,
};

async function showPath(call: Call): Promise<Answer> {
  const path = await configFilePath(call);
  return {
    ending: { kind: "done" },
    result: {
      envelope: {
        ok: true,
        shape: "config-path",
        schemaVersion: RESULT_SCHEMA_VERSION,
        path,
        exists: existsSync(path),
      },
      text: () => path,
    },
  };
}
