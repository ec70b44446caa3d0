import type { JsonObject } from "../../contract/index.ts";
import type { RunEvent } from "../../run/index.ts";

/** An event as the log shows it. */
export function eventView(event: RunEvent): JsonObject {
  return { ...event };
}
