import { AkmError } from "../errors/index.ts";
import { tryStat } from "./process/try-stat.ts";

/** Throws `WORKING_DIRECTORY_MISSING`: a run works in the directory it was frozen with or not at all (decision R12). */
export function requireDirectory(cwd: string): void {
  if (tryStat(cwd)?.isDirectory()) return;
  throw new AkmError("WORKING_DIRECTORY_MISSING", `The directory this run works in is gone: ${cwd}`, {
    hint: "Put it back and run again, or abandon the run and start a new one elsewhere.",
  });
}
