/** So many permits, handed out in the order they were asked for. */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  /** @param permits 1 or more */
  constructor(permits: number) {
    this.#free = permits;
  }

  /**
   * Resolves with the permit's release, which may be called any number of times and counts once. Rejects with the
   * signal's reason when it aborts before a permit was there.
   */
  async acquire(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(signal);
    return this.#releaseOnce();
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const take = (): void => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1);
        reject(signal.reason);
      };
      signal.addEventListener("abort", leave, { once: true });
      this.#waiting.push(take);
    });
  }

  /** A permit given back goes straight to whoever waits longest, so that nobody can come in between. */
  #releaseOnce(): () => void {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    };
  }
}
