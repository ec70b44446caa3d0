import { DIAGNOSTIC_CHARS_MAX } from "../../contract/index.ts";

/** Enough for a full diagnostic of three-byte characters. */
const TAIL_BYTES = 4 * DIAGNOSTIC_CHARS_MAX;

/** Keeps the last bytes of a stream: all of stderr that a diagnostic can show. */
export class TailCapture {
  #chunks: Buffer[] = [];
  #bytes = 0;
  #bytesWritten = 0;

  /** Something came before what is kept. */
  get isCut(): boolean {
    return this.#bytesWritten > TAIL_BYTES;
  }

  append(chunk: Buffer): void {
    this.#bytesWritten += chunk.length;
    // A slice would keep the whole chunk alive.
    const kept = chunk.length > TAIL_BYTES ? Buffer.from(chunk.subarray(-TAIL_BYTES)) : chunk;
    this.#chunks.push(kept);
    this.#bytes += kept.length;
    if (this.#bytes > 2 * TAIL_BYTES) this.#trim();
  }

  /** Text from a character's start on; what is no UTF-8 becomes U+FFFD. */
  text(): string {
    this.#trim();
    const bytes = this.#chunks[0];
    if (bytes === undefined) return "";
    return bytes.toString("utf8", bytes.length < TAIL_BYTES ? 0 : firstCharacter(bytes));
  }

  #trim(): void {
    if (this.#chunks.length === 0) return;
    const all = Buffer.concat(this.#chunks);
    const tail = all.length > TAIL_BYTES ? Buffer.from(all.subarray(-TAIL_BYTES)) : all;
    this.#chunks = [tail];
    this.#bytes = tail.length;
  }
}

/** Skips the continuation bytes of a character whose start was dropped. */
function firstCharacter(bytes: Buffer): number {
  let at = 0;
  while (at < 3 && isContinuation(bytes[at] ?? 0)) at += 1;
  return at;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
