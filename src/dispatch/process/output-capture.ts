import { EXEC_STREAM_BYTES_MAX } from "../../contract/index.ts";

const BLOCK_BYTES = 16 * 1024;

/**
 * Keeps the first 8 MiB of a stream and counts the rest. Nothing is allocated for a silent command, a single chunk is
 * kept as it came, and many small ones are gathered in blocks so that a million one-byte writes cost a megabyte.
 */
export class OutputCapture {
  readonly #bytesMax: number;
  #parts: Buffer[] = [];
  #block: Buffer | undefined;
  #blockUsed = 0;
  #bytesKept = 0;
  #bytesWritten = 0;

  constructor(bytesMax: number = EXEC_STREAM_BYTES_MAX) {
    this.#bytesMax = bytesMax;
  }

  /** All that came, kept or not. */
  get bytesWritten(): number {
    return this.#bytesWritten;
  }

  get bytesKept(): number {
    return this.#bytesKept;
  }

  get isCut(): boolean {
    return this.#bytesWritten > this.#bytesKept;
  }

  append(chunk: Buffer): void {
    this.#bytesWritten += chunk.length;
    const room = this.#bytesMax - this.#bytesKept;
    if (room === 0) return;
    const kept = chunk.length > room ? chunk.subarray(0, room) : chunk;
    this.#bytesKept += kept.length;
    if (this.#parts.length === 0 || kept.length >= BLOCK_BYTES) this.#keepAsIs(kept);
    else this.#gather(kept);
  }

  /** The bytes kept, in one piece; the capture is empty afterwards. */
  take(): Buffer {
    this.#closeBlock();
    const parts = this.#parts;
    this.#parts = [];
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
  }

  #keepAsIs(chunk: Buffer): void {
    this.#closeBlock();
    this.#parts.push(chunk);
  }

  #gather(chunk: Buffer): void {
    if (this.#block !== undefined && this.#blockUsed + chunk.length > BLOCK_BYTES) this.#closeBlock();
    this.#block ??= Buffer.allocUnsafeSlow(BLOCK_BYTES);
    chunk.copy(this.#block, this.#blockUsed);
    this.#blockUsed += chunk.length;
  }

  #closeBlock(): void {
    if (this.#block !== undefined) this.#parts.push(this.#block.subarray(0, this.#blockUsed));
    this.#block = undefined;
    this.#blockUsed = 0;
  }
}
