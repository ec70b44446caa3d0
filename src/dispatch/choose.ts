import { AkmError } from "../errors/index.ts";
import type { DispatchEvents, DispatchRequest } from "../ports/index.ts";
import type { AttemptOutcome } from "../run/index.ts";
import type { EngineHosts } from "./engine-hosts.ts";
import { runCommand } from "./exec/run-command.ts";
import { runScript } from "./exec/run-script.ts";
import type { ProcessHost } from "./process/process-host.ts";
import type { Redactor } from "./redact/redactor.ts";

/** What attempts are dispatched with, whatever their target. */
export interface DispatchHosts {
  processes: ProcessHost;
  engines: EngineHosts;
  redactor: Redactor;
}

/** One arm per kind of target. */
export async function dispatchToTarget(
  { processes, engines, redactor }: DispatchHosts,
  request: DispatchRequest,
  signal: AbortSignal,
  events: DispatchEvents,
): Promise<AttemptOutcome> {
  const { target } = request;
  switch (target.kind) {
    case "shell":
      return runCommand(processes, { request, target, signal, events, redactor });
    case "script":
      return runScript(processes, { request, target, signal, events, redactor });
    case "child-workflow":
      // The loop drives it: a child is a run, and no process of its own.
      throw new AkmError("INTERNAL", "A child workflow reached the dispatcher.");
    case "command":
      return engines.dispatch({
        request,
        engine: target.engine,
        signal,
        events,
        redact: (text) => redactor.text(text),
      });
    default:
      return refuseUnknown(target);
  }
}

function refuseUnknown(target: never): never {
  throw new AkmError("INTERNAL", `No dispatcher for the target ${JSON.stringify(target)}`);
}
