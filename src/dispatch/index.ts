import type { Dispatcher } from "../ports/index.ts";
import { dispatchToTarget } from "./choose.ts";
import { EngineHosts } from "./engine-hosts.ts";
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
  const { environment, platform = process.platform } = options;
  const processes = createProcessHost(environment, platform);
  const hosts = { processes, engines: new EngineHosts(environment, processes) };
  return {
    requireDirectory,
    dispatch: (request, signal, events) => dispatchToTarget(hosts, request, signal, events),
    reapStrays,
    dispose: () => hosts.engines.dispose(),
    killAllNow: () => {
      for (const groupId of processes.liveGroups) new ProcessGroup(groupId).signal("SIGKILL");
    },
  };
}
