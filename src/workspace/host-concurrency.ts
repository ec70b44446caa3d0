import { availableParallelism } from "node:os";
import { CONCURRENCY_MIN, HOST_CONCURRENCY_DEFAULT_MAX } from "../contract/index.ts";
import { AkmError } from "../errors/index.ts";
import type { Environment } from "./directories.ts";

/** Cores left to everything else on the machine. */
const CORES_SPARED = 2;

/**
 * How many units this machine may run at once: `AKM_HOST_CONCURRENCY`, else `min(16, max(1, cores − 2))` (decision R8).
 * Errors: `INVALID_FLAG_VALUE` for a variable that is no whole number from 1 up.
 */
export function hostConcurrency(env: Environment, cores = availableParallelism()): number {
  const stated = env.AKM_HOST_CONCURRENCY;
  if (stated === undefined || stated === "") {
    return Math.min(HOST_CONCURRENCY_DEFAULT_MAX, Math.max(CONCURRENCY_MIN, cores - CORES_SPARED));
  }
  const width = Number(stated);
  if (!/^[0-9]+$/.test(stated) || width < CONCURRENCY_MIN || !Number.isSafeInteger(width)) {
    throw new AkmError(
      "INVALID_FLAG_VALUE",
      `AKM_HOST_CONCURRENCY is "${stated}", not a whole number from 1 up.`,
      {
        hint: "Unset it, or set it to the number of units this machine may run at once.",
      },
    );
  }
  return width;
}
