/** Whether two trees of a source say the same, wherever they say it: places in the file do not count. */
export function sameMeaning(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, withoutPlaces) === JSON.stringify(other, withoutPlaces);
}

/** Keys keep the order they are written in, so the order counts. */
function withoutPlaces(key: string, value: unknown): unknown {
  return key === "at" ? undefined : value;
}
