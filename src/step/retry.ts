import { type FailureReason, RETRY_DELAY_FIRST_MS, RETRY_DELAY_MAX_MS } from "../contract/index.ts";

export interface RetryPolicy {
  max: number;
  on: readonly FailureReason[];
}

/**
 * Whether a failure is tried again. `failures` counts this unit's failed attempts since the run was last reopened, this one
 * included (decision R4: reopening renews the allowance).
 */
export function mayRetry(policy: RetryPolicy | undefined, reason: FailureReason, failures: number): boolean {
  return policy !== undefined && failures <= policy.max && policy.on.includes(reason);
}

/** 1 s doubling to at most 60 s, spread by ±20 % so that units that failed together do not return together. */
export function retryDelayMs(failures: number, random: number): number {
  const spread = RETRY_DELAY_FIRST_MS * 2 ** (failures - 1) * (0.8 + 0.4 * random);
  return Math.round(Math.min(RETRY_DELAY_MAX_MS, spread));
}
