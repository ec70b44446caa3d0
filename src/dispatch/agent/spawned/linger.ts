import { AGENT_LINGER_MS } from "../../../contract/index.ts";
import { watchAbort } from "../../process/abort-watch.ts";

/**
 * Aborts its signal when an agent has told its result, has been silent for 5 s since, and has not exited (case B73); and when
 * the outer signal does.
 */
export class Linger {
  readonly #stop = new AbortController();
  readonly #isFinal: () => boolean;
  readonly #unwatch: () => void;
  readonly #timer: NodeJS.Timeout;
  #isOver = false;

  constructor(isFinal: () => boolean, outer: AbortSignal) {
    this.#isFinal = isFinal;
    this.#timer = setTimeout(() => this.#look(), AGENT_LINGER_MS);
    this.#unwatch = watchAbort(outer, () => this.#stop.abort());
    if (outer.aborted) this.#stop.abort();
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** It was this that stopped the agent. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** There was output. */
  postpone(): void {
    this.#timer.refresh();
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#unwatch();
  }

  #look(): void {
    if (this.#stop.signal.aborted || !this.#isFinal()) return;
    this.#isOver = true;
    this.#stop.abort();
  }
}
