import { RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import { argumentAt, type Call, switchOn } from "../call.ts";
import { configFilePath, PROJECT_FLAG } from "../config/config-file.ts";
import type { Answer, Verb } from "../verb.ts";

export const configSet: Verb = {
  summary: "Change a setting; the value is read as JSON where that fits, else as text",
  arguments: [
    { name: "key", summary: "For example workflow.maxConcurrency", required: true, completes: "config-key" },
    { name: "value", summary: "Its new value", required: true },
  ],
  flags: [PROJECT_FLAG],
  worksWithBrokenConfig: true,
  example: "akm config set workflow.maxConcurrency 8",
  run: set,
};

async function set(call: Call): Promise<Answer> {
  const key = argumentAt(call, 0);
  const path = await configFilePath(call);
  const { setConfigValue } = await call.machine.disk();
  const value = await setConfigValue(path, key, argumentAt(call, 1));
  const origin = switchOn(call, "project") ? "project" : "user";
  return {
    ending: { kind: "done" },
    result: {
      envelope: { ok: true, shape: "config", schemaVersion: RESULT_SCHEMA_VERSION, key, value, origin },
      text: () => `${key} is ${JSON.stringify(value)} in ${path}`,
    },
  };
}
