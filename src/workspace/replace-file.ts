import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileUnwritable } from "./file-unwritable.ts";

/**
 * Puts new content in place of a file's: written aside, made durable and renamed over, so that a reader, and a crash, meet the old
 * file or the new one. A link stays a link, and the mode stays. Errors: `FILE_UNWRITABLE`.
 */
export function replaceFile(path: string, content: Uint8Array): void {
  let aside: string | undefined;
  try {
    const target = realpathSync(path);
    // Its name is no longer than those a disk takes, however long the file's is.
    aside = join(dirname(target), `.akm-${process.pid}.new`);
    writeDurably(aside, content);
    chmodSync(aside, statSync(target).mode);
    renameSync(aside, target);
  } catch (cause) {
    if (aside !== undefined && existsSync(aside)) rmSync(aside, { force: true });
    throw fileUnwritable(path, cause);
  }
}

function writeDurably(path: string, content: Uint8Array): void {
  const file = openSync(path, "wx");
  try {
    for (let at = 0; at < content.length; ) at += writeSync(file, content, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
