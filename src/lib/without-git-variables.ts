/** The environment with no variable of git's own, to run git on the repository that the directory says (decision R18). */
export function withoutGitVariables(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.toUpperCase().startsWith("GIT_")));
}
