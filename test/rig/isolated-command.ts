import { join } from "node:path";
import { createDispatcher, type ProcessDispatcher } from "../../src/dispatch/index.ts";
import type { AttemptWorktree } from "../../src/ports/index.ts";
import type { AttemptOutcome } from "../../src/run/index.ts";
import { type CommandCase, requestOf } from "./dispatch-command.ts";
import type { Repository } from "./git-repository.ts";

export interface Isolated {
  outcome: AttemptOutcome;
  warnings: string[];
  /** What was told of the worktree, in order. */
  told: AttemptWorktree[];
}

export function worktreesOf(repository: Repository): string {
  return join(repository.user.home, "cache/worktrees");
}

export function isolatingDispatcher(
  repository: Repository,
  environment: Record<string, string | undefined> = {},
): ProcessDispatcher {
  return createDispatcher({
    environment: { ...repository.user.environment, ...environment },
    worktrees: worktreesOf(repository),
  });
}

/** A shell script as a unit in a worktree of the repository's HEAD, through the real dispatcher. */
export async function runIsolated(
  repository: Repository,
  script: string,
  rest: Partial<CommandCase> & { environment?: Record<string, string | undefined> } = {},
): Promise<Isolated> {
  const { signal = new AbortController().signal, environment, onProcess, ...request } = rest;
  const warnings: string[] = [];
  const told: AttemptWorktree[] = [];
  const outcome = await isolatingDispatcher(repository, environment).dispatch(
    requestOf({
      command: ["bash", "-c", script],
      cwd: repository.path,
      worktreeOf: { root: repository.path, commit: repository.head },
      ...request,
    }),
    signal,
    {
      onProcess: onProcess ?? (() => undefined),
      onWarning: (message) => warnings.push(message),
      onWorktree: async (worktree) => void told.push(worktree),
    },
  );
  return { outcome, warnings, told };
}
