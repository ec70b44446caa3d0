import { describe, expect, test } from "vitest";
import { hostConcurrency } from "./host-concurrency.ts";

describe("hostConcurrency", () => {
  // shows: schema-537c
  // shows: engine-245
  test.each([
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 2],
    [18, 16],
    [64, 16],
  ])("%i cores leave room for %i units", (cores, width) => {
    expect(hostConcurrency({}, cores)).toBe(width);
  });

  // shows: schema-537c
  test("AKM_HOST_CONCURRENCY replaces it, beyond 16 too", () => {
    expect(hostConcurrency({ AKM_HOST_CONCURRENCY: "40" }, 2)).toBe(40);
    expect(hostConcurrency({ AKM_HOST_CONCURRENCY: "" }, 4)).toBe(2);
  });

  test.each(["0", "-1", "1.5", "many", "1e3"])("%s is refused", (value) => {
    expect(() => hostConcurrency({ AKM_HOST_CONCURRENCY: value }, 4)).toThrow(/AKM_HOST_CONCURRENCY/);
  });
});
