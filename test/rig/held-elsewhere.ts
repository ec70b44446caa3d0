import { AkmError } from "../../src/errors/index.ts";
import type { RunLock } from "../../src/ports/index.ts";

/** A run lock that finds runs held by a machine of which nothing can be told, until they are taken over. */
export function heldElsewhere(runLock: RunLock, isHeld: (runId: string) => boolean): RunLock {
  const taken = new Set<string>();
  return {
    acquire(runId, options) {
      if (options.takeOver) taken.add(runId);
      if (isHeld(runId) && !taken.has(runId)) throw leaseHeld(runId);
      return runLock.acquire(runId, options);
    },
  };
}

function leaseHeld(runId: string): AkmError {
  return new AkmError("RUN_LEASE_HELD", `Run ${runId} is driven by pid 1 on host elsewhere.`, {
    hint: "If it is gone, use --take-over.",
  });
}
