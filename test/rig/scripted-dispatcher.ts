import { setImmediate as turn } from "node:timers/promises";
import type { FailureReason, Json } from "../../src/contract/index.ts";
import { AkmError } from "../../src/errors/index.ts";
import type { DispatchEvents, Dispatcher, DispatchRequest } from "../../src/ports/index.ts";
import type { AttemptOutcome, AttemptRecord, AttemptUsage } from "../../src/run/index.ts";

/**
 * How an attempt comes out; undefined: it is held until the test ends it by {@link ScriptedDispatcher.held}. What it throws is a
 * defect of the dispatcher.
 */
export type Script = (request: DispatchRequest) => AttemptOutcome | undefined;

/** An attempt that is out and waits for the test. */
export interface HeldAttempt {
  request: DispatchRequest;
  events: DispatchEvents;
  finish(outcome: AttemptOutcome): void;
}

export const ABORTED: AttemptOutcome = { status: "failed", failureReason: "aborted", error: "Stopped." };

export function completed(result?: Json, usage: AttemptUsage = {}): AttemptOutcome {
  return { status: "completed", ...(result === undefined ? {} : { result }), ...usage };
}

export function failed(
  failureReason: FailureReason = "non_zero_exit",
  error = "exit status 1",
): AttemptOutcome {
  return { status: "failed", failureReason, error };
}

/** Runs attempts as a test tells it, and remembers what it was asked. */
export class ScriptedDispatcher implements Dispatcher {
  readonly requests: DispatchRequest[] = [];
  /** What was ended on behalf of a dead engine. */
  readonly reaped: AttemptRecord[] = [];
  /** The most attempts that were out at once. */
  peak = 0;
  /** How often it was told to end what attempts share. */
  disposals = 0;
  /** Set: the working directory is gone. */
  directoryMissing = false;
  #out = 0;
  readonly #script: Script;
  readonly #turnsOf: (request: DispatchRequest) => number;
  readonly #held: HeldAttempt[] = [];
  readonly #awaiting: { unitId: string; resolve(held: HeldAttempt): void }[] = [];

  /** `turnsOf`: how many turns of the event loop an attempt takes, so that attempts end in another order than they began. */
  constructor(script: Script = () => completed(), turnsOf: (request: DispatchRequest) => number = () => 1) {
    this.#script = script;
    this.#turnsOf = turnsOf;
  }

  /** The unit ids and attempts asked for, e.g. `build:solo 1`, in order. */
  get dispatched(): string[] {
    return this.requests.map(({ unitId, attempt }) => `${unitId} ${attempt}`);
  }

  /** How many attempts are out now. */
  get out(): number {
    return this.#out;
  }

  requireDirectory(cwd: string): void {
    if (this.directoryMissing)
      throw new AkmError("WORKING_DIRECTORY_MISSING", `There is no directory ${cwd}.`);
  }

  async dispatch(
    request: DispatchRequest,
    signal: AbortSignal,
    events: DispatchEvents,
  ): Promise<AttemptOutcome> {
    this.requests.push(request);
    this.#out += 1;
    this.peak = Math.max(this.peak, this.#out);
    try {
      if (signal.aborted) return ABORTED;
      const scripted = this.#script(request);
      for (let left = this.#turnsOf(request); left > 0; left -= 1) {
        if (left > 1 && signal.aborted) return ABORTED;
        await turn();
      }
      return scripted ?? (await this.#hold(request, signal, events));
    } finally {
      this.#out -= 1;
    }
  }

  async reapStrays(attempts: readonly AttemptRecord[]): Promise<void> {
    this.reaped.push(...attempts);
  }

  async dispose(): Promise<void> {
    this.disposals += 1;
  }

  /** Resolves with the unit's held attempt once it is out; each is given once. */
  async held(unitId: string): Promise<HeldAttempt> {
    const index = this.#held.findIndex(({ request }) => request.unitId === unitId);
    const [held] = index < 0 ? [] : this.#held.splice(index, 1);
    return held ?? new Promise((resolve) => this.#awaiting.push({ unitId, resolve }));
  }

  #hold(request: DispatchRequest, signal: AbortSignal, events: DispatchEvents): Promise<AttemptOutcome> {
    return new Promise((finish) => {
      if (signal.aborted) finish(ABORTED);
      signal.addEventListener("abort", () => finish(ABORTED), { once: true });
      const held = { request, events, finish };
      const index = this.#awaiting.findIndex(({ unitId }) => unitId === request.unitId);
      if (index < 0) this.#held.push(held);
      else for (const { resolve } of this.#awaiting.splice(index, 1)) resolve(held);
    });
  }
}
