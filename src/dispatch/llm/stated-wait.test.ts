import { describe, expect, test } from "vitest";
import { statedWaitMs } from "./stated-wait.ts";

const NOW = Date.parse("2026-01-01T00:00:00Z");

describe("the wait a provider states", () => {
  test.each<[string, Record<string, string>, number]>([
    ["seconds", { "retry-after": "7" }, 7000],
    ["part of a second", { "retry-after": "0.5" }, 500],
    ["no time at all", { "retry-after": "0" }, 0],
    ["an HTTP date", { "retry-after": "Thu, 01 Jan 2026 00:00:09 GMT" }, 9000],
    ["a date gone by", { "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }, 0],
    ["a negative number", { "retry-after": "-5" }, 0],
    ["milliseconds, before seconds", { "retry-after-ms": "250", "retry-after": "1" }, 250],
    ["a duration", { "x-ratelimit-reset-requests": "6m0s" }, 360_000],
    ["a duration in parts of a second", { "x-ratelimit-reset-tokens": "20ms" }, 20],
    ["hours and minutes", { "x-ratelimit-reset-tokens": "1h2m" }, 3_720_000],
    ["seconds since 1970", { "x-ratelimit-reset": `${NOW / 1000 + 30}` }, 30_000],
    ["milliseconds since 1970", { "x-ratelimit-reset": `${NOW + 30_000}` }, 30_000],
    ["a plain number of seconds", { "ratelimit-reset": "12" }, 12_000],
    ["a point in time", { "anthropic-ratelimit-requests-reset": "2026-01-01T00:00:45Z" }, 45_000],
  ])("may be %s", (_, headers, waitMs) => {
    expect(statedWaitMs(headers, NOW)).toBe(waitMs);
  });

  test("is the latest reset of the limits that have nothing left", () => {
    const headers = {
      "x-ratelimit-remaining-requests": "0",
      "x-ratelimit-reset-requests": "2s",
      "x-ratelimit-remaining-tokens": "0",
      "x-ratelimit-reset-tokens": "5s",
      "anthropic-ratelimit-input-tokens-remaining": "100",
      "anthropic-ratelimit-input-tokens-reset": "2026-01-01T01:00:00Z",
    };
    expect(statedWaitMs(headers, NOW)).toBe(5000);
  });

  test.each([{}, { "retry-after": "" }, { "retry-after": "soon" }, { "x-ratelimit-limit": "5" }])(
    "is unknown in %j",
    (headers) => {
      expect(statedWaitMs(headers, NOW)).toBeUndefined();
    },
  );
});
