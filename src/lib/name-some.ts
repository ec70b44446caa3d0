/** The names with commas between; of more than `max` only the first, and how many others there are. */
export function nameSome(names: readonly string[], max: number): string {
  const named = names.slice(0, max).join(", ");
  const more = names.length - max;
  return more > 0 ? `${named} and ${more} more` : named;
}
