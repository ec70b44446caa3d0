import { watchAbort } from "../process/abort-watch.ts";

/** The end of an attempt: whoever cancels it, or its timeout, whichever comes first. */
export class Deadline {
  readonly #inner = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #forget: () => void;
  #end: "timeout" | "aborted" | undefined;

  /** @param timeoutMs counted from now; absent: unbounded */
  constructor(outer: AbortSignal, timeoutMs: number | undefined) {
    if (timeoutMs !== undefined) this.#timer = setTimeout(() => this.#finish("timeout"), timeoutMs);
    this.#forget = watchAbort(outer, () => this.#finish("aborted"));
    if (outer.aborted) this.#finish("aborted");
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
    this.#forget();
  }

  #finish(end: "timeout" | "aborted"): void {
    this.#end ??= end;
    this.#inner.abort();
  }
}
