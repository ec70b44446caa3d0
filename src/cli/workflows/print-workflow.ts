import type { JsonObject } from "../../contract/index.ts";
import type { Call } from "../call.ts";
import type { Answer } from "../verb.ts";

/** A workflow's text itself, unless a format was asked for: it is meant for a file. */
export function printWorkflow(call: Call, envelope: JsonObject, content: string): Answer {
  if (!call.formatStated || call.format === "text") {
    call.host.stdout.write(content);
    return { ending: { kind: "done" } };
  }
  return { ending: { kind: "done" }, result: { envelope: { ...envelope, content }, text: () => content } };
}
