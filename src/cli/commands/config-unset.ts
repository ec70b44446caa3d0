import { RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import { argumentAt, type Call, switchOn } from "../call.ts";
import { configFilePath, PROJECT_FLAG } from "../config/config-file.ts";
import type { Answer, Verb } from "../verb.ts";

export const configUnset: Verb = {
  summary: "Take a setting out of a file",
  arguments: [
    { name: "key", summary: "For example workflow.maxConcurrency", required: true, completes: "config-key" },
  ],
  flags: [PROJECT_FLAG],
  worksWithBrokenConfig: true,
  example: "akm config unset workflow.maxConcurrency",
  run: unset,
};

async function unset(call: Call): Promise<Answer> {
  const key = argumentAt(call, 0);
  const path = await configFilePath(call);
  const { unsetConfigValue } = await call.machine.disk();
  const removed = unsetConfigValue(path, key);
  const origin = switchOn(call, "project") ? "project" : "user";
  return {
    ending: { kind: "done" },
    result: {
      envelope: { ok: true, shape: "config", schemaVersion: RESULT_SCHEMA_VERSION, key, origin, removed },
      text: () => (removed ? `${key} is out of ${path}` : `${key} was not set in ${path}`),
    },
  };
}
