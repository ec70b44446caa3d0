/** The text with its full stop; one that ends in a question such as "did you mean …?" has its mark. */
export function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}
