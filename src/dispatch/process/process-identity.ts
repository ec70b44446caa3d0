import { readBootId, readStartToken } from "../../host/index.ts";
import { compact } from "../../lib/compact.ts";
import type { ProcessIdentity } from "../../run/index.ts";

/** What tells a process from a later one with its pid. Costs two file reads on Linux, a `ps` on other Unixes. */
export function identifyProcess(pid: number): ProcessIdentity {
  return compact({ pid, startToken: readStartToken(pid), bootId: readBootId() });
}

/** Whether the process of that identity is there; without a start time nothing is proven, and the answer is no. */
export function isStillThere({ pid, startToken, bootId }: ProcessIdentity): boolean {
  return startToken !== undefined && bootId === readBootId() && startToken === readStartToken(pid);
}
