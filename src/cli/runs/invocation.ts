import type { Engine } from "../../compose.ts";
import type { DriveOptions, DriveResult, StopCause } from "../../loop/index.ts";
import type { EventSink, Journal, JournalReader, RunLock, Worktrees } from "../../ports/index.ts";
import type { RunRecord } from "../../run/index.ts";
import type { Call } from "../call.ts";
import { createEventSink } from "./event-sink.ts";
import type { RunFlags } from "./run-flags.ts";
import { type StopWatch, watchForStop } from "./stop-signal.ts";

/** One `akm workflow run` under way: what it reads, how it is stopped, and what it drives with once it drives. */
export class Invocation {
  readonly call: Call;
  readonly flags: RunFlags;
  readonly sink: EventSink;
  /** What was recorded before; undefined when nothing was ever run here. */
  reader: JournalReader | undefined;
  /** The run, once it is known which. */
  run: RunRecord | undefined;
  /** Whether the run's lock was ever had: from then on a failure is one of the run, not of its start. */
  hadLock = false;
  readonly #stop: StopWatch;
  #worktrees: Worktrees | undefined;
  #engine: Engine | undefined;
  #journal: Journal | undefined;

  private constructor(call: Call, flags: RunFlags) {
    this.call = call;
    this.flags = flags;
    this.sink = createEventSink(call);
    this.#stop = watchForStop(
      call.host,
      flags.timeoutMs,
      (signal) => call.say.notice(`${signal}: stopping; the run can be resumed. Once more stops at once.`),
      {
        killAllNow: () => {
          this.#worktrees?.killAllNow();
          this.#engine?.killAllNow();
        },
        releaseLocksNow: () => this.#engine?.releaseLocksNow(),
      },
    );
  }

  /** Calls `work` with an invocation that is closed afterwards, however it ends. */
  static async during<T>(
    call: Call,
    flags: RunFlags,
    work: (invocation: Invocation) => Promise<T>,
  ): Promise<T> {
    const invocation = new Invocation(call, flags);
    try {
      invocation.reader = await call.machine.openReader(() => undefined);
      return await work(invocation);
    } finally {
      invocation.#close();
    }
  }

  /** What stopped it, if anything did. */
  get stopCause(): StopCause | undefined {
    return this.#stop.cause();
  }

  /** The journal to write, made if there is none: so it is asked for only when there is something to write. */
  async journal(): Promise<Journal> {
    this.#journal ??= await this.call.machine.openJournal((message) => this.call.say.warning(message));
    return this.#journal;
  }

  /** Drives the run as far as it goes, once a few of the worktrees are gone that nobody needs any more. */
  async drive(runId: string): Promise<DriveResult> {
    this.#worktrees = await this.call.machine.worktrees();
    await this.#worktrees?.sweep(this.#stop.signal);
    this.#engine = await this.call.machine.engine(await this.journal(), this.sink);
    const { driveRun } = await this.call.machine.loop();
    const { parts } = this.#engine;
    return await driveRun(runId, { ...parts, runLock: this.#noticing(parts.runLock) }, this.#options());
  }

  #noticing(runLock: RunLock): RunLock {
    return {
      acquire: async (runId, options) => {
        const handle = await runLock.acquire(runId, options);
        this.hadLock = true;
        return handle;
      },
    };
  }

  #close(): void {
    this.#stop.close();
    this.reader?.close();
    this.#journal?.close();
  }

  #options(): DriveOptions {
    const { maxSteps, maxRetries, takeOver } = this.flags;
    return {
      stop: this.#stop.signal,
      takeOver,
      ...(maxSteps === undefined ? {} : { maxSteps }),
      ...(maxRetries === undefined ? {} : { maxRetries }),
    };
  }
}
