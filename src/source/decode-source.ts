import { SOURCE_FILE_BYTES_MAX } from "../contract/index.ts";
import { indexLines } from "./line-index.ts";
import type { Report } from "./report.ts";
import type { Position } from "./workflow.ts";

const START: Position = { line: 1, column: 1 };
const LINE_FEED = 0x0a;
const REPLACEMENT = "\uFFFD";

/**
 * A source file's text: strict UTF-8, without a byte-order mark, lines ended by LF or CRLF, at most 1 MiB.
 * Undefined when it is not that; the report then holds one finding that says why.
 */
export function decodeSource(bytes: Uint8Array, report: Report): string | undefined {
  if (bytes.length > SOURCE_FILE_BYTES_MAX) {
    const message = `the file is larger than the ${SOURCE_FILE_BYTES_MAX} bytes a source file may have`;
    return report.error("source-too-large", START, message);
  }
  const text = decodeStrictly(bytes);
  if (text === undefined) {
    return report.error("invalid-utf8", firstInvalidUtf8(bytes), "this is not UTF-8; save the file as UTF-8");
  }
  const bareReturn = /\r(?!\n)/.exec(text);
  if (bareReturn !== null) {
    const message = "a carriage return stands alone here; end lines with LF or CRLF";
    return report.error("bare-carriage-return", indexLines(text)(bareReturn.index), message);
  }
  return text;
}

function decodeStrictly(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A line feed is never part of a longer UTF-8 sequence, so the broken line is found line by line. */
function firstInvalidUtf8(bytes: Uint8Array): Position {
  let start = 0;
  for (let line = 1; ; line++) {
    const found = bytes.indexOf(LINE_FEED, start);
    const end = found === -1 ? bytes.length : found;
    const part = bytes.subarray(start, end);
    if (decodeStrictly(part) === undefined) return { line, column: invalidColumn(part) };
    if (found === -1) return START;
    start = end + 1;
  }
}

/** A replacement character in the lenient reading is the culprit unless its own three bytes stand there. */
function invalidColumn(line: Uint8Array): number {
  const lenient = new TextDecoder("utf-8", { ignoreBOM: true }).decode(line);
  const encoder = new TextEncoder();
  let byteOffset = 0;
  let charOffset = 0;
  for (const char of lenient) {
    const own = encoder.encode(char);
    const isItself = own.every((byte, index) => line[byteOffset + index] === byte);
    if (char === REPLACEMENT && !isItself) return charOffset + 1;
    byteOffset += own.length;
    charOffset += char.length;
  }
  return charOffset + 1;
}
