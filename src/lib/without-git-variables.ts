/** The environment with no variable of git's own, to run git on the repository that the directory says (decision R18). */
export function withoutGitVariables(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && !entry[0].toUpperCase().startsWith("GIT_"),
    ),
  );
}
