import { describe, expect, test } from "vitest";
import { parseTimeout } from "./timeout.ts";

describe("parseTimeout", () => {
  test.each<[string, number | "none"]>([
    ["none", "none"],
    ["1", 1],
    ["600", 600],
    ["250ms", 250],
    ["90s", 90_000],
    ["10m", 600_000],
    ["2h", 7_200_000],
    ["007s", 7000],
    ["2147483647", 2_147_483_647],
    ["596h", 2_145_600_000],
  ])("%s", (text, timeout) => {
    expect(parseTimeout(text)).toEqual({ ok: true, timeout });
  });

  test.each([
    ["0", "out-of-bounds"],
    ["0h", "out-of-bounds"],
    ["2147483648", "out-of-bounds"],
    ["597h", "out-of-bounds"],
    [`${"9".repeat(400)}h`, "out-of-bounds"],
    ["", "invalid-value"],
    ["-1", "invalid-value"],
    ["1.5h", "invalid-value"],
    ["1e3", "invalid-value"],
    ["10 m", "invalid-value"],
    ["10M", "invalid-value"],
    ["1d", "invalid-value"],
    ["1h30m", "invalid-value"],
    ["None", "invalid-value"],
  ])("%.20s is refused", (text, code) => {
    expect(parseTimeout(text)).toMatchObject({ ok: false, code });
  });
});
