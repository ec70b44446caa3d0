import type { ShellTarget } from "../../plan/index.ts";
import type { DispatchEvents, DispatchRequest } from "../../ports/index.ts";
import type { Redactor } from "../redact/redactor.ts";

/** A request whose target is known to be a command, and all that came with it. */
export interface CommandDispatch {
  request: DispatchRequest;
  target: ShellTarget;
  signal: AbortSignal;
  events: DispatchEvents;
  redactor: Redactor;
}
