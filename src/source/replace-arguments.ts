const PLACEHOLDER = "$ARGUMENTS";

/** A command's text with its arguments put once in place of the first `$ARGUMENTS`, as they are (decision S10). */
export function replaceArguments(text: string, words: string): string {
  const at = text.indexOf(PLACEHOLDER);
  return at === -1 ? text : text.slice(0, at) + words + text.slice(at + PLACEHOLDER.length);
}
