/** The end of an attempt: whoever cancels it, or its timeout, whichever comes first. */
export class Deadline {
  readonly #outer: AbortSignal;
  readonly #inner = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;
  #end: "timeout" | "aborted" | undefined;

  /** @param timeoutMs counted from now; absent: unbounded */
  constructor(outer: AbortSignal, timeoutMs: number | undefined) {
    this.#outer = outer;
    if (timeoutMs !== undefined) this.#timer = setTimeout(() => this.#finish("timeout"), timeoutMs);
    outer.addEventListener("abort", this.#onAbort);
    if (outer.aborted) this.#onAbort();
  }

  get signal(): AbortSignal {
    return this.#inner.signal;
  }

  /** What ended the attempt; undefined when nothing did. */
  get end(): "timeout" | "aborted" | undefined {
    return this.#end;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#outer.removeEventListener("abort", this.#onAbort);
  }

  readonly #onAbort = (): void => this.#finish("aborted");

  #finish(end: "timeout" | "aborted"): void {
    this.#end ??= end;
    this.#inner.abort();
  }
}
