import { AkmError } from "../errors/index.ts";
import type { DispatchEvents, DispatchRequest } from "../ports/index.ts";
import type { AttemptOutcome } from "../run/index.ts";
import { runCommand } from "./exec/run-command.ts";
import type { ProcessHost } from "./process/process-host.ts";

/** One arm per kind of target. */
export async function dispatchToTarget(
  host: ProcessHost,
  request: DispatchRequest,
  signal: AbortSignal,
  events: DispatchEvents,
): Promise<AttemptOutcome> {
  const { target } = request;
  switch (target.kind) {
    case "shell":
      return runCommand(host, { request, target, signal, events });
    case "command":
      throw new AkmError("NOT_YET_SUPPORTED", `Unit ${request.unitId} asks for an engine.`, {
        hint: "This version of akm runs exec units only.",
      });
    default:
      return refuseUnknown(target);
  }
}

function refuseUnknown(target: never): never {
  throw new AkmError("INTERNAL", `No dispatcher for the target ${JSON.stringify(target)}`);
}
