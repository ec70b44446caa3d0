import { hostname } from "node:os";
import { isRunning, readBootId, readPidNamespace, readStartToken } from "../../host/index.ts";
import type { LockHolder } from "../../ports/index.ts";
import { definedOnly } from "../defined-only.ts";

/** What can be said of a holder from here: `foreign` ones, on another host or in another container, cannot be examined. */
export type Vitality = "alive" | "dead" | "foreign";

export function thisProcess(acquiredAt: string): LockHolder {
  return {
    pid: process.pid,
    host: hostname(),
    ...definedOnly({
      startToken: readStartToken(process.pid),
      bootId: readBootId(),
      pidNamespace: readPidNamespace(),
    }),
    acquiredAt,
  };
}

/**
 * Whether a holder still runs (decision R9). How long it has held is no evidence. What either side does not tell
 * proves nothing, and a holder not proven dead counts as alive. An equal boot id is the same machine, whatever it is called by now.
 */
export function examineHolder(holder: LockHolder): Vitality {
  const bootId = readBootId();
  const isSameBoot = bootId !== undefined && holder.bootId === bootId;
  if (!isSameBoot && holder.host !== hostname()) return "foreign";
  if (differ(holder.bootId, bootId)) return "dead";
  if (differ(holder.pidNamespace, readPidNamespace())) return "foreign";
  if (!isRunning(holder.pid)) return "dead";
  return differ(holder.startToken, readStartToken(holder.pid)) ? "dead" : "alive";
}

function differ(recorded: string | undefined, present: string | undefined): boolean {
  return recorded !== undefined && present !== undefined && recorded !== present;
}
