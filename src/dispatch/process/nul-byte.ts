/** Names the first argument or variable that no program can be handed, because it holds a NUL byte. */
export function findNul(argv: readonly string[], environment: Record<string, string>): string | undefined {
  const word = argv.findIndex((text) => text.includes("\0"));
  if (word >= 0) return word === 0 ? "The command's name" : `Argument ${word} of the command`;
  const variable = Object.entries(environment).find(([, value]) => value.includes("\0"));
  return variable === undefined ? undefined : `The variable ${variable[0]}`;
}
