import { closeSync, readFileSync, readSync } from "node:fs";
import { SOURCE_FILE_BYTES_MAX } from "../contract/index.ts";
import { sha256Hex } from "../lib/sha256.ts";
import { fileUnreadable } from "./file-unreadable.ts";
import { openRegularFile } from "./open-regular-file.ts";

export interface WorkflowBytes {
  bytes: Uint8Array;
  /** Lower-case hex. */
  sha256: string;
}

/**
 * Of a file beyond 1 MiB only so much is read that its reader can tell. Errors: `ASSET_NOT_FOUND` when the file cannot
 * be read.
 */
export function readWorkflowFile(path: string): WorkflowBytes {
  try {
    const bytes = readAtMost(path, SOURCE_FILE_BYTES_MAX + 1);
    return { bytes, sha256: sha256Hex(bytes) };
  } catch (cause) {
    throw fileUnreadable(path, cause);
  }
}

export type WorkflowFileNow =
  | { kind: "readable"; sha256: string }
  | { kind: "gone" }
  | { kind: "unreadable" };

/** What has become of a file that was read before. */
export function lookAtWorkflowFile(path: string): WorkflowFileNow {
  let bytes: Uint8Array;
  try {
    bytes = readWhole(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { kind: code === "ENOENT" || code === "ENOTDIR" ? "gone" : "unreadable" };
  }
  return { kind: "readable", sha256: sha256Hex(bytes) };
}

function readWhole(path: string): Uint8Array {
  const file = openRegularFile(path);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function readAtMost(path: string, bytesMax: number): Uint8Array {
  const file = openRegularFile(path);
  try {
    const buffer = Buffer.allocUnsafe(bytesMax);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytesMax; length += read) {
      read = readSync(file, buffer, length, bytesMax - length, null);
    }
    return Uint8Array.prototype.slice.call(buffer, 0, length);
  } finally {
    closeSync(file);
  }
}
