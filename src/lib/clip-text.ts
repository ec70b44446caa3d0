const CUT = "…";

/** The start of a text, at most so many UTF-16 units with the mark of the cut, never half a character. */
export function clipText(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const end = charsMax - CUT.length;
  const insidePair = (text.codePointAt(end - 1) ?? 0) > 0xffff;
  return `${text.slice(0, insidePair ? end - 1 : end)}${CUT}`;
}

/** The end of a text, cut in the same way. */
export function clipTextStart(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const start = text.length - charsMax + CUT.length;
  const insidePair = (text.codePointAt(start - 1) ?? 0) > 0xffff;
  return `${CUT}${text.slice(insidePair ? start + 1 : start)}`;
}
