import { closeSync, constants, fstatSync, openSync } from "node:fs";

/**
 * Opens a file to be read, its descriptor the caller's to close. What is none is refused at once: a pipe would be waited at until
 * somebody writes into it, with no signal heard meanwhile. Errors: the system's, `EISDIR`, and `ENOTFILE` for what is no file at all.
 */
export function openRegularFile(path: string): number {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const stats = fstatSync(descriptor);
  if (stats.isFile()) return descriptor;
  closeSync(descriptor);
  const code = stats.isDirectory() ? "EISDIR" : "ENOTFILE";
  throw Object.assign(new Error(`${path} is no file`), { code });
}
