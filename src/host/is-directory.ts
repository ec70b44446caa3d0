import { statSync } from "node:fs";

/** Whether a directory can be seen there; one below a directory that may not be entered cannot. */
export function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
