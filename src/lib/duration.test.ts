import { describe, expect, test } from "vitest";
import { formatDuration, parseDuration } from "./duration.ts";

describe("a duration", () => {
  test.each([
    ["500", 500],
    ["500ms", 500],
    ["90s", 90_000],
    ["10m", 600_000],
    ["2h", 7_200_000],
    ["0", 0],
  ])("%s is %d ms", (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.each(["500ms", "90s", "10m", "2h", "1500ms", "0ms"])("%s is written as it is read", (text) => {
    expect(formatDuration(parseDuration(text) ?? Number.NaN)).toBe(text);
  });

  test.each(["", "none", "-1s", "1.5s", "1 s", "1d", "s", "1S", " 1s", "1e3"])("%j is none", (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });
});
