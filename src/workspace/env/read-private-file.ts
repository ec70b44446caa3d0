import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { fileTrouble } from "../../lib/file-trouble.ts";

export type PrivateFile =
  | { ok: true; bytes: Buffer; warnings: string[] }
  /** Names the file, never its content. */
  | { ok: false; message: string };

/** What group and others may do with a file. */
const OTHERS = 0o077;

/** Reads a file of at most so many bytes; warns when others than its owner may read it. */
export function readPrivateFile(path: string, bytesMax: number): PrivateFile {
  let descriptor: number | undefined;
  try {
    // A pipe would be waited at otherwise, until somebody writes into it.
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return { ok: false, message: `${path} is not a file.` };
    const bytes = readAtMost(descriptor, bytesMax + 1);
    if (bytes.length > bytesMax) return { ok: false, message: `${path} is larger than ${bytesMax} bytes.` };
    return { ok: true, bytes, warnings: permissionWarnings(path, stat.mode) };
  } catch (error) {
    return { ok: false, message: `${path} cannot be read: ${fileTrouble(error)}.` };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function readAtMost(descriptor: number, bytesMax: number): Buffer {
  const chunks: Buffer[] = [];
  for (let left = bytesMax; left > 0; ) {
    const chunk = Buffer.allocUnsafe(Math.min(left, 64 * 1024));
    const read = readSync(descriptor, chunk, 0, chunk.length, null);
    if (read === 0) break;
    chunks.push(chunk.subarray(0, read));
    left -= read;
  }
  return Buffer.concat(chunks);
}

/** Windows keeps permissions elsewhere. */
function permissionWarnings(path: string, mode: number): string[] {
  if (process.platform === "win32" || (mode & OTHERS) === 0) return [];
  const octal = (mode & 0o777).toString(8).padStart(4, "0");
  return [`${path} may be read by others than its owner (mode ${octal}); chmod 600 mends it`];
}
