import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FailureReason, RETRY_DELAY_FIRST_MS, RETRY_DELAY_MAX_MS } from "../contract/index.ts";
import { mayRetry, type RetryPolicy, retryDelayMs } from "./retry.ts";

const twice: RetryPolicy = { max: 2, on: ["timeout", "non_zero_exit"] };

describe("whether a failure is tried again", () => {
  // shows: schema-571a
  test.each<
    [title: string, policy: RetryPolicy | undefined, reason: FailureReason, failures: number, may: boolean]
  >([
    ["without a policy never", undefined, "timeout", 1, false],
    ["the first failure of a listed reason", twice, "timeout", 1, true],
    ["as many failures as retries are allowed", twice, "non_zero_exit", 2, true],
    ["one failure more", twice, "non_zero_exit", 3, false],
    ["a reason that is not listed", twice, "spawn_failed", 1, false],
    ["a policy of no retries", { max: 0, on: ["timeout"] }, "timeout", 1, false],
    ["a policy that lists nothing", { max: 5, on: [] }, "timeout", 1, false],
  ])("%s", (_title, policy, reason, failures, may) => {
    expect(mayRetry(policy, reason, failures)).toBe(may);
  });
});

describe("the delay before a retry", () => {
  test("doubles from one second and stays at a minute", () => {
    const middle = 0.5;
    expect([1, 2, 3, 4, 5, 6, 7, 8, 100].map((failures) => retryDelayMs(failures, middle))).toEqual([
      1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000,
    ]);
  });

  test("is spread by a fifth to both sides, in whole milliseconds", () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 101 }), random, (failures, jitter) => {
        const delay = retryDelayMs(failures, jitter);
        const middle = Math.min(RETRY_DELAY_MAX_MS, RETRY_DELAY_FIRST_MS * 2 ** (failures - 1));
        expect(Number.isInteger(delay)).toBe(true);
        expect(delay).toBeGreaterThanOrEqual(middle * 0.8 - 1);
        expect(delay).toBeLessThanOrEqual(middle * 1.2 + 1);
      }),
    );
  });
});
