import { type StatsFs, statfsSync } from "node:fs";
import { type Check, fail, warn } from "./check.ts";

const MIB = 1024 * 1024;
/** Below this a commit may fail at any moment: SQLite needs room for its log beside the database. */
const FREE_MIB_MIN = 10;
const FREE_MIB_AMPLE = 100;

export type DiskRoom = Pick<StatsFs, "bavail" | "bsize" | "files" | "ffree">;

/** What is wrong with the room on the disk that holds a directory; undefined where there is enough or the system does not tell. */
export function checkDiskRoom(id: string, directory: string): Check | undefined {
  try {
    return judgeDiskRoom(id, directory, statfsSync(directory));
  } catch {
    return undefined;
  }
}

/** Pure. A file system that counts no inodes says that it has none at all. */
export function judgeDiskRoom(
  id: string,
  directory: string,
  { bavail, bsize, files, ffree }: DiskRoom,
): Check | undefined {
  const freeMib = Math.floor((bavail * bsize) / MIB);
  const elsewhere = "or set AKM_DATA_DIR to a directory on another disk.";
  if (freeMib < FREE_MIB_MIN) {
    const message = `The disk of ${directory} has ${freeMib} MiB free; a run needs ${FREE_MIB_MIN} to be recorded safely.`;
    return fail(id, message, `Free some room, ${elsewhere}`);
  }
  if (files > 0 && ffree <= 0) {
    const message = `The disk of ${directory} has room but no inode free, so no file can be made there.`;
    return fail(id, message, `Delete files that are not needed, ${elsewhere}`);
  }
  if (freeMib >= FREE_MIB_AMPLE) return undefined;
  const message = `The disk of ${directory} has only ${freeMib} MiB free.`;
  return warn(id, message, `Free some room before a large run, ${elsewhere}`);
}
