import { expect, test } from "vitest";
import { PLAIN } from "../style.ts";
import { lifeSigns } from "./life-signs.ts";

test("a working unit is heard of every two seconds, on one line and without control characters", () => {
  const lines: string[] = [];
  let now = 0;
  const say = { style: PLAIN, progress: (line: string) => void lines.push(line) };
  const show = lifeSigns(say, () => now);
  for (const [at, unit, text] of [
    [0, "a", "one"],
    [1999, "a", "two"],
    [1999, "b", "b\u001b[31m\nred"],
    [2000, "a", "three"],
  ] as const) {
    now = at;
    show(unit, text);
  }
  expect(lines).toEqual(["  a: one", "  b: b\u{FFFD}[31m⏎red", "  a: three"]);
});
