import { applyEntry, type JournalEntry, type RunState } from "../run/index.ts";
import type { Spent } from "../step/index.ts";
import type { EngineParts, StopCause } from "./engine.ts";
import { Recorder } from "./recorder.ts";

export type ChildDriver = (runId: string, stop: AbortSignal) => Promise<void>;

/** One engine's hold on one run: the state as far as it is durable, and the means to move it. */
export class Drive {
  readonly parts: EngineParts;
  readonly recorder: Recorder;
  /** Counted over the whole run, seeded from the journal. */
  readonly spent: Spent;
  /** Aborted by the user's stop and by a journal that fails: ends what is in flight. */
  readonly halt: AbortSignal;
  /** Drives a child run as any run is driven; the signal stops it as it stops this one. */
  readonly driveChildRun: ChildDriver;
  readonly #halting: AbortController;
  #state: RunState;

  constructor(
    parts: EngineParts,
    state: RunState,
    spent: Spent,
    stop: AbortSignal,
    driveChildRun: ChildDriver,
  ) {
    this.parts = parts;
    this.driveChildRun = driveChildRun;
    this.#state = state;
    this.spent = spent;
    this.#halting = new AbortController();
    this.halt = this.#halting.signal;
    this.recorder = new Recorder(parts.journal, parts.sink, (error) => this.#halting.abort(error));
    if (stop.aborted) this.#halting.abort(stop.reason);
    else
      stop.addEventListener("abort", () => this.#halting.abort(stop.reason), {
        once: true,
        signal: this.halt,
      });
  }

  get state(): RunState {
    return this.#state;
  }

  stopped(): boolean {
    return this.halt.aborted;
  }

  /** Like {@link record}, sharing the commit of what is recorded next; a failure surfaces there. */
  recordSoon(...entries: JournalEntry[]): void {
    this.recorder.recordSoon(...entries);
    this.#state = entries.reduce(applyEntry, this.#state);
  }

  /** Makes entries durable and moves the state along with them. */
  async record(...entries: JournalEntry[]): Promise<void> {
    await this.recorder.record(...entries);
    this.#state = entries.reduce(applyEntry, this.#state);
  }
}

/** Why the user's stop came, as the result names it. */
export function stopCauseOf(stop: AbortSignal): StopCause | undefined {
  return stop.aborted ? (stop.reason as StopCause) : undefined;
}
