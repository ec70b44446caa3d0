import type { JsonObject } from "../../contract/index.ts";
import type { Config } from "../../workspace/index.ts";

/** A configuration as the JSON it was read from. */
export function configAsJson(config: Config): JsonObject {
  return JSON.parse(JSON.stringify(config)) as JsonObject;
}
