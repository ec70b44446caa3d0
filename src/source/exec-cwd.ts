import { EXEC_CWD_CHARS_MAX } from "../contract/index.ts";

/** The rules of {@link execCwdProblem} as one regular expression, for the published schema. */
export const EXEC_CWD_PATTERN = "^(?![/~]|[A-Za-z]:)(?!(?:[\\s\\S]*/)?\\.\\.(?:/|$))[^\\\\\\u0000]+$";

/** Why a `cwd` could leave the unit's working directory by its spelling alone; undefined when it could not. */
export function execCwdProblem(cwd: string): string | undefined {
  if (cwd === "") return "is empty; leave it out to work in the unit's own directory";
  if (cwd.length > EXEC_CWD_CHARS_MAX)
    return `has ${cwd.length} characters, at most ${EXEC_CWD_CHARS_MAX} are taken`;
  if (cwd.includes("\u0000")) return "holds a NUL character";
  if (cwd.includes("\\")) return "holds a backslash; separate directories with /";
  if (cwd.startsWith("/")) return "is absolute; it is taken relative to the unit's working directory";
  if (/^[A-Za-z]:/.test(cwd)) return "names a drive; it is taken relative to the unit's working directory";
  if (cwd.startsWith("~")) return "begins with ~, which no shell expands here";
  if (cwd.split("/").includes(".."))
    return "holds a .. segment; it must stay inside the unit's working directory";
  return undefined;
}
