import { isUtf8 } from "node:buffer";
import { EXEC_STREAM_BYTES_MAX } from "../../contract/index.ts";

const LINE_FEED = 0x0a;

/**
 * Cuts a stream of bytes into lines, whatever the chunks are. A line longer than 8 MiB is skipped and counted, so that no
 * agent can fill our memory.
 */
export class LineReader {
  readonly #onLine: (line: string) => void;
  readonly #bytesMax: number;
  #parts: Buffer[] = [];
  #bytes = 0;
  #isSkipping = false;
  #skippedLines = 0;
  #isUtf8 = true;

  constructor(onLine: (line: string) => void, bytesMax: number = EXEC_STREAM_BYTES_MAX) {
    this.#onLine = onLine;
    this.#bytesMax = bytesMax;
  }

  get skippedLines(): number {
    return this.#skippedLines;
  }

  /** False once a line held something that is no UTF-8 and became U+FFFD. */
  get isUtf8(): boolean {
    return this.#isUtf8;
  }

  append(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      this.#keep(chunk.subarray(from, at));
      this.#finishLine();
      from = at + 1;
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
  }

  /** The last line may have no end. */
  end(): void {
    if (this.#bytes > 0 || this.#isSkipping) this.#finishLine();
  }

  #keep(part: Buffer): void {
    if (this.#isSkipping) return;
    this.#bytes += part.length;
    if (this.#bytes > this.#bytesMax) {
      this.#isSkipping = true;
      this.#parts = [];
    } else this.#parts.push(part);
  }

  #finishLine(): void {
    if (this.#isSkipping) this.#skippedLines += 1;
    else this.#hand(Buffer.concat(this.#parts, this.#bytes));
    this.#parts = [];
    this.#bytes = 0;
    this.#isSkipping = false;
  }

  #hand(bytes: Buffer): void {
    if (!isUtf8(bytes)) this.#isUtf8 = false;
    this.#onLine(bytes.toString("utf8"));
  }
}
