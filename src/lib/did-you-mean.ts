/** Longer words are pasted text, not typing mistakes; comparing them would only cost time. */
const WORD_CHARS_MAX = 64;

/**
 * The candidate most likely meant by a mistyped word: the nearest one, at most an edit for every three
 * letters begun away, letter case aside. Undefined when nothing is near.
 */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length === 0 || word.length > WORD_CHARS_MAX) return undefined;
  let best: string | undefined;
  let bestDistance = Math.ceil(word.length / 3) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance && distance < candidate.length) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of two neighbours count one each. */
function editDistance(from: string, to: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = cell(previous, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      let edits = Math.min(replaced, cell(previous, column) + 1, cell(current, column - 1) + 1);
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) edits = Math.min(edits, cell(beforePrevious, column - 2) + 1);
      current.push(edits);
    }
    beforePrevious = previous;
    previous = current;
  }
  return cell(previous, to.length);
}

function cell(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
