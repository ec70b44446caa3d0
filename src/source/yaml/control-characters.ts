import type { PositionAt } from "../line-index.ts";
import type { Report } from "../report.ts";

/** The C0 characters and DEL that YAML 1.2 (section 5.1) does not take, not even in quotes; tabs and line ends it does. */
const FORBIDDEN = /(?![\t\n\r\u0080-\u009f])\p{Cc}/gu;

/** Reports the first one of each line; whether there was any. */
export function reportControlCharacters(text: string, positionAt: PositionAt, report: Report): boolean {
  let line = 0;
  for (const { 0: character, index } of text.matchAll(FORBIDDEN)) {
    const at = positionAt(index);
    if (at.line !== line) report.error("control-character", at, () => explain(character));
    line = at.line;
  }
  return line > 0;
}

function explain(character: string): string {
  const digits = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return `the control character U+${digits} stands here, which YAML does not take; in text between double quotes write \`\\u${digits}\``;
}
