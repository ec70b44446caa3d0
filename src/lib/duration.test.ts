import { describe, expect, test } from "vitest";
import { parseDuration } from "./duration.ts";

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

  test.each(["", "none", "-1s", "1.5s", "1 s", "1d", "s", "1S", " 1s", "1e3"])("%j is none", (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });
});
