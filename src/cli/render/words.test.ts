import { describe, expect, test } from "vitest";
import { PLAIN } from "../style.ts";
import { renderTable } from "./table.ts";
import { between, counted, duration, shortValue, visible } from "./words.ts";

describe("words for people", () => {
  test.each([
    [-5, "0ms"],
    [0, "0ms"],
    [999, "999ms"],
    [1000, "1.0s"],
    [59_949, "59.9s"],
    [60_000, "1m 00s"],
    [3_599_999, "59m 59s"],
    [3_600_000, "1h 00m"],
    [90_000_000, "25h 00m"],
  ])("%i ms is %s", (ms, text) => {
    expect(duration(ms)).toBe(text);
  });

  test("a clock that went back gives no negative time", () => {
    expect(between("2026-01-01T00:00:10Z", "2026-01-01T00:00:00Z")).toBe("0ms");
    expect(between("2026-01-01T00:00:10Z", undefined)).toBe("");
  });

  test("counts agree with their noun", () => {
    expect([counted(1, "unit"), counted(0, "unit"), counted(2, "unit")]).toEqual([
      "1 unit",
      "0 units",
      "2 units",
    ]);
  });

  test("what a command printed cannot steer the reader's terminal", () => {
    expect(visible("\u001b[31mred\u001b[0m\u0007\r\u009b")).not.toMatch(/[^\P{Cc}\t\n]/u);
    expect(visible("a\tb\nc")).toBe("a\tb\nc");
  });

  test("values are shown on one line and cut", () => {
    expect(shortValue("a\nb")).toBe("a⏎b");
    expect(shortValue({ k: [1] })).toBe('{"k":[1]}');
    expect(shortValue("x".repeat(500))).toHaveLength(100);
  });
});

describe("renderTable", () => {
  test("aligns columns and leaves no blanks at line ends", () => {
    expect(
      renderTable(
        ["A", "LONG"],
        [
          ["1", ""],
          ["wide", "x"],
        ],
        PLAIN,
      ),
    ).toBe("  A     LONG\n  1\n  wide  x");
  });
});
