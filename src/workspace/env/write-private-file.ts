import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { AkmError } from "../../errors/index.ts";
import { fileTrouble } from "../../lib/file-trouble.ts";

const FILE_MODE = 0o600;
const DIRECTORY_MODE = 0o700;

/**
 * Writes a file that its owner alone may read, in directories likewise where they have to be made. It appears whole or not at all.
 * Errors: `RESOURCE_ALREADY_EXISTS` when it is there and `overwrite` is false; `ASSET_NOT_FOUND` when it cannot be written.
 */
export function writePrivateFile(path: string, bytes: Uint8Array, overwrite: boolean): void {
  const aside = join(dirname(path), `.akm-${crypto.randomUUID()}.new`);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: DIRECTORY_MODE });
    writeNew(aside, bytes);
    if (overwrite) renameSync(aside, path);
    else linkSync(aside, path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST") {
      throw new AkmError("RESOURCE_ALREADY_EXISTS", `${path} exists already.`, {
        hint: "Choose another name, or remove it first.",
      });
    }
    throw new AkmError("ASSET_NOT_FOUND", `${path} cannot be written: ${fileTrouble(cause)}.`, {
      cause,
    });
  } finally {
    removeIfThere(aside);
  }
}

/** Where its directory could not be made there is none, and removing it would fail too. */
function removeIfThere(path: string): void {
  if (existsSync(path)) rmSync(path, { force: true });
}

function writeNew(path: string, bytes: Uint8Array): void {
  const descriptor = openSync(path, "wx", FILE_MODE);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
