import { linkSync, statSync } from "node:fs";

/** `unlinkable`: the file system has no hard links. */
export type Linking = "published" | "taken" | "unlinkable";

const NO_HARD_LINKS: readonly (string | undefined)[] = [
  "EPERM",
  "ENOSYS",
  "ENOTSUP",
  "EOPNOTSUPP",
  "EMLINK",
  "UNKNOWN",
];

/**
 * Gives a finished file its public name, unless that is taken: nobody ever sees it empty or half written, and of any
 * number of processes one succeeds. The file keeps its first name too, which the caller removes.
 */
export function linkExclusively(aside: string, path: string): Linking {
  try {
    linkSync(aside, path);
    return "published";
  } catch (error) {
    // Over NFS the answer may be lost after the link was made: then the repeated request says that it is there.
    if (statSync(aside).nlink > 1) return "published";
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return "taken";
    if (NO_HARD_LINKS.includes(code)) return "unlinkable";
    throw error;
  }
}
