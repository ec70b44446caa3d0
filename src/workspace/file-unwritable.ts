import { dirname } from "node:path";
import { AkmError } from "../errors/index.ts";

export function fileUnwritable(path: string, cause: unknown): AkmError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new AkmError("FILE_UNWRITABLE", `${path} cannot be written: ${reason}.`, {
    hint: `Make ${dirname(path)} a directory that this user may write, or choose another place.`,
    cause,
  });
}
