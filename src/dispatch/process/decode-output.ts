import { isUtf8 } from "node:buffer";

export interface DecodedOutput {
  text: string;
  /** Bytes that made it into the text; less than given when a cut left half a character. */
  bytesKept: number;
  /** False when something was no UTF-8 and became U+FFFD. */
  isUtf8: boolean;
}

/** `isCut` tells that the bytes stop in the middle of the output, so a character begun at their end is dropped. */
export function decodeOutput(bytes: Buffer, isCut: boolean): DecodedOutput {
  const whole = isCut ? bytes.subarray(0, bytes.length - unfinishedBytes(bytes)) : bytes;
  return { text: whole.toString("utf8"), bytesKept: whole.length, isUtf8: isUtf8(whole) };
}

/** How many bytes at the end belong to a character that wants more of them. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    return characterBytes(byte) > back ? back : 0;
  }
  return 0;
}

function characterBytes(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}
