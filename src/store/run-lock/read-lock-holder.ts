import type { LockHolder } from "../../ports/index.ts";
import { examineHolder } from "./holder.ts";
import { lockPath, readLock } from "./lock-file.ts";

/** Who drives the run, as far as the lock file tells, without taking or touching it; undefined when nobody alive does. */
export async function readLockHolder(dir: string, runId: string): Promise<LockHolder | undefined> {
  const content = readLock(lockPath(dir, runId));
  if (content.state !== "held" || examineHolder(content.holder) === "dead") return undefined;
  return content.holder;
}
