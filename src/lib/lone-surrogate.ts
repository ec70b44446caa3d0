const LONE_SURROGATE = /\p{Surrogate}/u;

/** Whether a string carries half of a surrogate pair, which no UTF-8 text can hold. */
export function hasLoneSurrogate(text: string): boolean {
  return LONE_SURROGATE.test(text);
}
