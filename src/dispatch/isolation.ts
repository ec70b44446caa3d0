import type { AttemptWorktree, DispatchEvents, DispatchRequest, GitBase } from "../ports/index.ts";
import type { AttemptOutcome, AttemptRecord } from "../run/index.ts";
import type { GitHost } from "./worktree/index.ts";

interface Placed {
  request: DispatchRequest;
  signal: AbortSignal;
  events: DispatchEvents;
}

/** Gives the attempts that ask for it a worktree of their own. Nothing of it is loaded for those that do not. */
export class Isolation {
  readonly #host: GitHost;
  readonly #root: string | undefined;
  readonly #said = new Set<string>();

  /** @param root the directory of all worktrees */
  constructor(host: GitHost, root: string | undefined) {
    this.#host = host;
    this.#root = root;
  }

  around(
    { request, signal, events }: Placed,
    handOn: (request: DispatchRequest) => Promise<AttemptOutcome>,
  ): Promise<AttemptOutcome> {
    const { worktreeOf: base } = request;
    return base === undefined ? handOn(request) : this.#isolate({ request, signal, events, base }, handOn);
  }

  async #isolate(
    placed: Placed & { base: GitBase },
    handOn: (request: DispatchRequest) => Promise<AttemptOutcome>,
  ): Promise<AttemptOutcome> {
    if (this.#root === undefined) {
      const error = "There is no directory for worktrees here; nothing was started.";
      return { status: "failed", failureReason: "worktree_failed", error };
    }
    const { inWorktree } = await worktrees();
    return await inWorktree(this.#host, { root: this.#root, ...placed }, handOn);
  }

  /** See `Dispatcher.salvage`. */
  async salvage(
    attempts: readonly AttemptRecord[],
    onWarning: (message: string) => void,
  ): Promise<{ attempt: AttemptRecord; worktree: AttemptWorktree }[]> {
    const { settleAttempts } = await worktrees();
    const settled = await settleAttempts(this.#host, attempts);
    for (const { attempt, notes } of settled)
      for (const note of notes) onWarning(`${attempt.unitId} (interrupted): ${note}`);
    return settled.flatMap(({ attempt, refs }) =>
      refs.length === 0 || attempt.worktreePath === undefined
        ? []
        : [{ attempt, worktree: { path: attempt.worktreePath, salvageRefs: refs } }],
    );
  }

  /** See `Dispatcher.examineBase`. */
  async examineBase(
    base: GitBase,
    cwd: string,
    onWarning: (message: string) => void,
  ): Promise<string | undefined> {
    const { examineBase } = await worktrees();
    return await examineBase(this.#host, {
      base,
      cwd,
      onWarning: (message) => {
        if (!this.#said.has(message)) onWarning(message);
        this.#said.add(message);
      },
    });
  }
}

function worktrees() {
  return import("./worktree/index.ts");
}
