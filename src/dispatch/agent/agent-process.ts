import { OutputPipe } from "../process/output-pipe.ts";
import type { ProcessHost } from "../process/process-host.ts";
import type { StartedCommand } from "../process/spawn.ts";
import { type Ending, supervise } from "../process/supervise.ts";
import { TailCapture } from "../process/tail-capture.ts";

export interface FollowOptions {
  onOutput: (chunk: Buffer) => void;
  /** Absent: unbounded. */
  timeoutMs: number | undefined;
  /** When it aborts, the whole group is ended. */
  signal: AbortSignal;
}

export interface Followed {
  ending: Ending;
  stderr: string;
  /** Somebody it started still held its stdout open. */
  isCut: boolean;
}

/** A running agent: known to the host for a second Ctrl-C as long as it lives. */
export class AgentProcess {
  readonly #host: ProcessHost;
  readonly #command: StartedCommand;
  readonly #stderr = new TailCapture();

  constructor(host: ProcessHost, command: StartedCommand) {
    this.#host = host;
    this.#command = command;
    host.liveGroups.add(command.pid);
  }

  get pid(): number {
    return this.#command.pid;
  }

  /** The end of what it wrote to stderr so far, with the mark of a cut where it is not all of it. */
  get stderr(): string {
    return `${this.#stderr.isCut ? "…" : ""}${this.#stderr.text()}`;
  }

  /** To be called once; resolves when neither it nor anything in its group lives. */
  async follow({ onOutput, timeoutMs, signal }: FollowOptions): Promise<Followed> {
    const stdout = new OutputPipe(this.#command.stdout, onOutput);
    const stderr = new OutputPipe(this.#command.stderr, (chunk) => this.#stderr.append(chunk));
    try {
      const ending = await supervise({ command: this.#command, stdout, stderr, timeoutMs, signal });
      return { ending, stderr: this.stderr, isCut: !stdout.isComplete };
    } finally {
      this.#host.liveGroups.delete(this.pid);
    }
  }
}
