/** Where the groups of a run id end; a run may be named by as few as the first. */
const CUTS = [8, 13, 18, 23] as const;

/** Each id cut to as few of its groups as tell different ones apart. */
export function shortRunIds(ids: readonly string[]): string[] {
  const count = new Set(ids).size;
  const chars = CUTS.find((cut) => new Set(ids.map((id) => id.slice(0, cut))).size === count);
  return chars === undefined ? [...ids] : ids.map((id) => id.slice(0, chars));
}
