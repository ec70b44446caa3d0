const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

/** An argv as one types it in a shell, each word quoted where it must be. */
export function shellLine(argv: readonly string[]): string {
  return argv.map((word) => (PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(" ");
}
