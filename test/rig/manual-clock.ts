import type { Clock } from "../../src/ports/index.ts";

interface Timer {
  dueMs: number;
  /** Timers due at one instant fire in the order they were set. */
  order: number;
  fire(): void;
}

/** Time that passes only when the test says so, or (`autoAdvance`) as soon as somebody sleeps. */
export class ManualClock implements Clock {
  /** The delays asked for, in milliseconds, in the order they were asked. */
  readonly slept: number[] = [];
  /** Sleeping moves the time on and returns in the same turn, so that nobody ever waits. */
  autoAdvance: boolean;
  #nowMs = Date.UTC(2026, 0, 31, 9, 0, 0);
  #wallOffsetMs = 0;
  #order = 0;
  #timers: Timer[] = [];
  #sleeping = 0;
  #awaitingSleepers: { count: number; resolve(): void }[] = [];

  constructor({ autoAdvance = false }: { autoAdvance?: boolean } = {}) {
    this.autoAdvance = autoAdvance;
  }

  now(): string {
    return new Date(this.#nowMs + this.#wallOffsetMs).toISOString();
  }

  monotonicMs(): number {
    return this.#nowMs;
  }

  /** The middle, so that a jittered delay is the plain one. */
  random(): number {
    return 0.5;
  }

  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    this.slept.push(ms);
    if (signal.aborted) return;
    if (this.autoAdvance) return this.advance(ms);
    await new Promise<void>((resolve) => {
      const wake = () => {
        forget();
        signal.removeEventListener("abort", wake);
        this.#sleeping -= 1;
        resolve();
      };
      const forget = this.after(ms, wake);
      signal.addEventListener("abort", wake, { once: true });
      this.#sleeping += 1;
      this.#tellAwaiting();
    });
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { dueMs: this.#nowMs + ms, order: this.#order, fire: callback };
    this.#order += 1;
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Lets `ms` pass and fires what falls due, in order. */
  advance(ms: number): void {
    const endMs = this.#nowMs + ms;
    for (;;) {
      const [next] = this.#timers
        .filter(({ dueMs }) => dueMs <= endMs)
        .sort((left, right) => left.dueMs - right.dueMs || left.order - right.order);
      if (next === undefined) break;
      this.#timers = this.#timers.filter((other) => other !== next);
      this.#nowMs = next.dueMs;
      next.fire();
    }
    this.#nowMs = endMs;
  }

  /** Sets the wall clock back, as people and time servers do; what is due falls due no later for it. */
  setBack(ms: number): void {
    this.#wallOffsetMs -= ms;
  }

  /** Resolves once so many sleep at the same time. */
  async sleepers(count: number): Promise<void> {
    if (this.#sleeping >= count) return;
    await new Promise<void>((resolve) => this.#awaitingSleepers.push({ count, resolve }));
  }

  #tellAwaiting(): void {
    const met = this.#awaitingSleepers.filter(({ count }) => this.#sleeping >= count);
    this.#awaitingSleepers = this.#awaitingSleepers.filter((awaiting) => !met.includes(awaiting));
    for (const { resolve } of met) resolve();
  }
}
