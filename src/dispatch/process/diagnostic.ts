import { DIAGNOSTIC_CHARS_MAX } from "../../contract/index.ts";

const CUT = "…";

/** Our message keeps at least this much of the room; the tail of stderr has what is left. */
const MESSAGE_CHARS_MAX = DIAGNOSTIC_CHARS_MAX / 2;

/**
 * What happened, then the end of stderr on its own lines; at most 2000 UTF-16 units, never half a character.
 * Escape codes stay: they are data here, and whoever shows them decides.
 */
export function writeDiagnostic(message: string, stderr: string): string {
  const tail = stderr.trimEnd();
  if (tail === "") return keepStart(message, DIAGNOSTIC_CHARS_MAX);
  const head = keepStart(message, MESSAGE_CHARS_MAX);
  return `${head}\n${keepEnd(tail, DIAGNOSTIC_CHARS_MAX - head.length - 1)}`;
}

function keepStart(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const end = charsMax - CUT.length;
  return `${text.slice(0, isInsidePair(text, end) ? end - 1 : end)}${CUT}`;
}

function keepEnd(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const start = text.length - charsMax + CUT.length;
  return `${CUT}${text.slice(isInsidePair(text, start) ? start + 1 : start)}`;
}

/** Whether a cut before this index would part a surrogate pair. */
function isInsidePair(text: string, index: number): boolean {
  return (text.codePointAt(index - 1) ?? 0) > 0xffff;
}
