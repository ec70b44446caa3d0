import type { Readable } from "node:stream";

/** One of the command's output pipes, read to its end however much comes. */
export class OutputPipe {
  readonly #stream: Readable;
  #state: "open" | "ended" | "broken" = "open";
  #onSettled: (() => void) | undefined;

  constructor(stream: Readable, onChunk: (chunk: Buffer) => void) {
    this.#stream = stream;
    stream.on("data", onChunk);
    stream.on("end", () => this.#settle("ended"));
    stream.on("error", () => this.#settle("broken"));
  }

  /** Everything written was read. */
  get isComplete(): boolean {
    return this.#state === "ended";
  }

  get isOpen(): boolean {
    return this.#state === "open";
  }

  /** Calls back once the pipe has ended or broken; only the last callback counts. */
  whenSettled(callback: () => void): void {
    this.#onSettled = callback;
  }

  /** Stops reading a pipe that somebody else still holds. */
  giveUp(): void {
    if (this.#state === "open") this.#state = "broken";
    this.#stream.destroy();
  }

  #settle(state: "ended" | "broken"): void {
    if (this.#state !== "open") return;
    this.#state = state;
    this.#onSettled?.();
  }
}
