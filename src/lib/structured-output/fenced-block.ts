const FENCE = /^ {0,3}(?<fence>`{3,}|~{3,})[^\n]*$/gm;

/** What stands between the fences where a text has exactly one fenced block; undefined for none, several or an open one. */
export function onlyFencedBlock(text: string): string | undefined {
  const fences = [...text.matchAll(FENCE)];
  const [opening, closing] = fences;
  if (fences.length !== 2 || opening === undefined || closing === undefined) return undefined;
  return text.slice(opening.index + opening[0].length, closing.index);
}
