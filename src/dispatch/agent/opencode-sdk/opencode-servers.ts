import { canonicalJson } from "../../../lib/canonical-json.ts";
import { sha256Hex } from "../../../lib/sha256.ts";
import type { AgentHost } from "../agent-host.ts";
import type { AgentAttempt } from "../platform.ts";
import { type ServerStart, startServer } from "./opencode-server.ts";
import { serverEnvironment } from "./server-environment.ts";

interface Shared {
  start: Promise<ServerStart>;
  /** Units that are using it now. */
  users: number;
}

/** One server for each program in each environment, started by the first unit that needs it and kept for the next. */
export class OpencodeServers {
  readonly #host: AgentHost;
  readonly #shared = new Map<string, Shared>();

  constructor(host: AgentHost) {
    this.#host = host;
  }

  /** Lends the server of the attempt's environment for as long as `use` takes. */
  async lend<Result>(
    attempt: AgentAttempt,
    use: (start: Promise<ServerStart>) => Promise<Result>,
  ): Promise<Result> {
    const shared = this.#share(attempt);
    shared.users += 1;
    try {
      return await use(shared.start);
    } finally {
      shared.users -= 1;
    }
  }

  /** Ends the servers that nobody uses; resolves when they are gone. */
  async dispose(): Promise<void> {
    const idle = [...this.#shared].filter(([, { users }]) => users === 0);
    for (const [key] of idle) this.#shared.delete(key);
    await Promise.all(
      idle.map(async ([, { start }]) => {
        const started = await start;
        if (started.ok) await started.server.end();
      }),
    );
  }

  #share(attempt: AgentAttempt): Shared {
    const environment = serverEnvironment(attempt);
    const { bin = null, args } = attempt.engine;
    // Hashed, so that no secret of the environment is kept for this.
    const key = sha256Hex(canonicalJson({ bin, args, environment }));
    const known = this.#shared.get(key);
    if (known !== undefined) return known;
    const shared: Shared = { start: startServer(this.#host, attempt, environment), users: 0 };
    this.#shared.set(key, shared);
    void this.#forgetOnceEnded(key, shared);
    return shared;
  }

  /** One that could not start, or that ended by itself, is started anew by the next unit. */
  async #forgetOnceEnded(key: string, shared: Shared): Promise<void> {
    const started = await shared.start;
    if (started.ok) await started.server.ended;
    if (this.#shared.get(key) === shared) this.#shared.delete(key);
  }
}
