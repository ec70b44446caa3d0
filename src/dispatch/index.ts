import type { AgentExaminer, Dispatcher, EnvResolver } from "../ports/index.ts";
import { dispatchToTarget } from "./choose.ts";
import { EngineHosts } from "./engine-hosts.ts";
import { Isolation } from "./isolation.ts";
import { reapStrays } from "./process/strays.ts";
import { createProcessHost } from "./process/process-host.ts";
import { killAllNow } from "./process/process-group.ts";
import { redactingEvents } from "./redact/events.ts";
import { redactOutcome } from "./redact/outcome.ts";
import { Redactor } from "./redact/redactor.ts";
import { keysOf } from "./redact/run-secrets.ts";
import { SecretKeeper } from "./redact/secret-keeper.ts";
import { requireDirectory } from "./require-directory.ts";

export { openWorktrees } from "./open-worktrees.ts";
export { Redactor } from "./redact/redactor.ts";
export { redactingJournal } from "./redact/journal.ts";
export { redactingSink } from "./redact/events.ts";
export { passThrough } from "./process/pass-through.ts";
export { keepHeapSmall } from "./process/keep-heap-small.ts";

export interface DispatcherOptions {
  /** akm's own environment; commands get the allowlisted part of it, read once. */
  environment: NodeJS.ProcessEnv;
  /** Whose names and limits apply; the running platform unless told. */
  platform?: NodeJS.Platform;
  /** Finds what units' `env:` names; without one only literals can be bound. */
  envResolver?: EnvResolver;
  /** The directory of worktrees, absolute. Without one, no unit can have a worktree. */
  worktrees?: string;
  /** Learns every secret of the runs; shared with whatever else writes things down. */
  redactor?: Redactor;
}

export interface ProcessDispatcher extends Dispatcher {
  /** Kills every process group that is out, at once and without a grace: for a second Ctrl-C. Never throws. */
  killAllNow(): void;
}

export function createDispatcher(options: DispatcherOptions): ProcessDispatcher {
  const {
    environment,
    platform = process.platform,
    envResolver,
    worktrees,
    redactor = new Redactor(),
  } = options;
  const processes = createProcessHost(environment, platform);
  const hosts = { processes, engines: new EngineHosts(environment, processes), redactor };
  const isolation = new Isolation({ environment, liveGroups: processes.liveGroups }, worktrees);
  const secrets = new SecretKeeper({ environment, envResolver, redactor });
  return {
    requireDirectory,
    prepareRun: (run, onWarning) => secrets.prepareRun(run, onWarning),
    async dispatch(request, signal, events) {
      const told = redactingEvents(events, redactor);
      const outcome = await secrets.bound(request, told.onWarning, (ready) =>
        isolation.around({ request: ready, signal, events: told }, (placed) =>
          dispatchToTarget(hosts, placed, signal, told),
        ),
      );
      return redactOutcome(outcome, redactor, request.outputSchema);
    },
    reapStrays,
    salvage: (attempts, onWarning) =>
      isolation.salvage(attempts, (line) => onWarning(redactor.clipped(line))),
    examineBase: async (base, cwd, onWarning) => {
      const problem = await isolation.examineBase(base, cwd, (line) => onWarning(redactor.clipped(line)));
      return problem === undefined ? undefined : redactor.clipped(problem);
    },
    dispose: () => hosts.engines.dispose(),
    killAllNow: () => killAllNow(processes.liveGroups),
  };
}

/** Nothing of the kit is loaded before an agent is examined. */
export function createAgentExaminer(environment: NodeJS.ProcessEnv): AgentExaminer {
  const redactor = new Redactor();
  const dispatcher = createDispatcher({ environment, redactor });
  return {
    killAllNow: () => dispatcher.killAllNow(),
    async examine(examination) {
      redactor.add(keysOf(examination.engine, environment));
      const kit = await import("./agent/conformance/index.ts");
      try {
        return await kit.examineAgent({ ...examination, dispatcher });
      } finally {
        await dispatcher.dispose();
      }
    },
  };
}
