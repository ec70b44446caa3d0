import { dirname } from "node:path";
import { AkmError } from "../errors/index.ts";
import { fileTrouble } from "../lib/file-trouble.ts";

export function fileUnwritable(path: string, cause: unknown): AkmError {
  return new AkmError("FILE_UNWRITABLE", `${path} cannot be written: ${fileTrouble(cause)}.`, {
    hint: `Make ${dirname(path)} a directory that this user may write, or choose another place.`,
    cause,
  });
}
