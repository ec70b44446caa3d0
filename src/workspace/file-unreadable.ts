import { AkmError } from "../errors/index.ts";
import { fileTrouble } from "../lib/file-trouble.ts";

export function fileUnreadable(path: string, cause: unknown): AkmError {
  return new AkmError("ASSET_NOT_FOUND", `${path} cannot be read: ${fileTrouble(cause)}.`, { cause });
}
