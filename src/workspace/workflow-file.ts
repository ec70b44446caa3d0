import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { SOURCE_FILE_BYTES_MAX } from "../contract/index.ts";
import { AkmError } from "../errors/index.ts";

export interface WorkflowBytes {
  bytes: Uint8Array;
  /** Lower-case hex. */
  sha256: string;
}

/**
 * Of a file beyond 1 MiB only so much is read that its reader can tell. Errors: `ASSET_NOT_FOUND` when the file cannot
 * be read.
 */
export async function readWorkflowFile(path: string): Promise<WorkflowBytes> {
  try {
    const bytes = readAtMost(path, SOURCE_FILE_BYTES_MAX + 1);
    return { bytes, sha256: await sha256Of(bytes) };
  } catch (cause) {
    throw new AkmError("ASSET_NOT_FOUND", `${path} cannot be read: ${(cause as Error).message}.`, { cause });
  }
}

/** The hash of the file as it is now; undefined when it is gone or cannot be read. */
export async function hashWorkflowFile(path: string): Promise<string | undefined> {
  try {
    return await sha256Of(readFileSync(path));
  } catch {
    return undefined;
  }
}

/** Cryptography is slow to load, and most commands read no workflow. */
async function sha256Of(bytes: Uint8Array): Promise<string> {
  const { sha256Hex } = await import("../lib/index.ts");
  return sha256Hex(bytes);
}

function readAtMost(path: string, bytesMax: number): Uint8Array {
  const file = openSync(path, "r");
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
