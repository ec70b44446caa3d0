import { accessSync, constants, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { AkmError } from "../../errors/index.ts";
import { fileTrouble } from "../../lib/file-trouble.ts";

/**
 * Looks at what stands where the state database belongs before SQLite does, whose words for all of this are "disk I/O
 * error": its size, or undefined where nothing stands. Throws `STATE_DB_UNWRITABLE` for what can never be one.
 */
export function examinePlace(path: string): { bytes: number } | undefined {
  const stats = statOf(path);
  if (stats === undefined) {
    refuseFileAbove(path);
    return undefined;
  }
  if (stats.isDirectory()) throw obstructed(path, "it is a directory");
  // A pipe would be waited for until somebody writes to it.
  if (!stats.isFile()) throw obstructed(path, "it is no file");
  return { bytes: stats.size };
}

/** Throws `STATE_DB_UNWRITABLE` for a database this user may not read. */
export function requireReadable(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (cause) {
    throw unreadableDatabase(path, "this user may not read it", cause);
  }
}

export function unreadableDatabase(path: string, reason: string, cause: unknown): AkmError {
  return new AkmError("STATE_DB_UNWRITABLE", `The state database ${path} cannot be read: ${reason}.`, {
    hint: `Give this user the right to read and write ${dirname(path)} and the files in it, or point AKM_DATA_DIR elsewhere.`,
    cause,
  });
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "ENOTDIR") return undefined;
    const reason = code === "EACCES" ? `this user may not look into ${dirname(path)}` : fileTrouble(cause);
    throw unreadableDatabase(path, reason, cause);
  }
}

/** A file among the directories above looks to the system as if nothing were there. */
function refuseFileAbove(path: string): void {
  for (let above = dirname(path); ; above = dirname(above)) {
    const stats = statOf(above);
    if (stats?.isDirectory() || above === dirname(above)) return;
    if (stats === undefined) continue;
    throw new AkmError(
      "STATE_DB_UNWRITABLE",
      `The state database ${path} cannot be kept there: ${above} is a file, not a directory.`,
      { hint: `Move ${above} away, or point AKM_DATA_DIR at a directory.` },
    );
  }
}

function obstructed(path: string, what: string): AkmError {
  return new AkmError("STATE_DB_UNWRITABLE", `The state database ${path} cannot be opened: ${what}.`, {
    hint: `Move ${path} away, akm did not make it; or point AKM_DATA_DIR elsewhere.`,
  });
}
