/** Gives a permit back; any call after the first does nothing. */
export type Release = () => void;

/** A place in the queue for a permit. */
export interface Place {
  /** Undefined when the place was given up before its turn. */
  granted: Promise<Release | undefined>;
  /** Gives the place up; a permit that was granted already stays granted. */
  withdraw: () => void;
}

/** So many permits, handed out in the order they were asked for. */
export class Semaphore {
  readonly #waiting = new Set<() => void>();
  #free: number;

  /** @param permits 1 or more */
  constructor(permits: number) {
    this.#free = permits;
  }

  queue(): Place {
    if (this.#free > 0) {
      this.#free -= 1;
      return { granted: Promise.resolve(this.#releaseOnce()), withdraw: () => undefined };
    }
    let settle: (release: Release | undefined) => void;
    const granted = new Promise<Release | undefined>((resolve) => {
      settle = resolve;
    });
    const take = (): void => settle(this.#releaseOnce());
    this.#waiting.add(take);
    return {
      granted,
      withdraw: () => {
        if (this.#waiting.delete(take)) settle(undefined);
      },
    };
  }

  /** A permit given back goes straight to whoever waits longest, so that nobody can come in between. */
  #releaseOnce(): Release {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const [next] = this.#waiting;
      if (next === undefined) {
        this.#free += 1;
      } else {
        this.#waiting.delete(next);
        next();
      }
    };
  }
}
