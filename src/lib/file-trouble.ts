/** The system's names of what goes wrong with files, in words that follow "… cannot be read:" or "… cannot be written:". */
const TROUBLES: ReadonlyMap<string | undefined, string> = new Map(
  Object.entries({
    ENOENT: "there is no such file or directory",
    ENOTDIR: "a file stands where its path needs a directory",
    EISDIR: "it is a directory",
    ENOTFILE: "it is no file",
    EACCES: "this user may not",
    EPERM: "this user may not",
    EROFS: "the disk may only be read",
    ENOSPC: "the disk is full",
    EDQUOT: "this user's share of the disk is full",
    ENAMETOOLONG: "its name is too long",
    ELOOP: "its links lead in a ring",
  }),
);

/** Why a file cannot be used, without a point at its end; the system's own words where these here have none. */
export function fileTrouble(cause: unknown): string {
  const { code, message } =
    cause instanceof Error ? (cause as NodeJS.ErrnoException) : { message: String(cause) };
  return TROUBLES.get(code) ?? message;
}
