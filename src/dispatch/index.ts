import type { Dispatcher } from "../ports/index.ts";
import { dispatchToTarget } from "./choose.ts";
import { reapStrays } from "./process/strays.ts";
import { createProcessHost } from "./process/process-host.ts";
import { ProcessGroup } from "./process/process-group.ts";
import { requireDirectory } from "./require-directory.ts";

export interface DispatcherOptions {
  /** akm's own environment; commands get the allowlisted part of it, read once. */
  environment: NodeJS.ProcessEnv;
  /** Whose names and limits apply; the running platform unless told. */
  platform?: NodeJS.Platform;
}

export interface ProcessDispatcher extends Dispatcher {
  /** Kills every process group that is out, at once and without a grace: for a second Ctrl-C. Never throws. */
  killAllNow(): void;
}

export function createDispatcher(options: DispatcherOptions): ProcessDispatcher {
  const host = createProcessHost(options.environment, options.platform ?? process.platform);
  return {
    requireDirectory,
    dispatch: (request, signal, events) => dispatchToTarget(host, request, signal, events),
    reapStrays,
    killAllNow: () => {
      for (const groupId of host.liveGroups) new ProcessGroup(groupId).signal("SIGKILL");
    },
  };
}
