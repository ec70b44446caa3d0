import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clipText, clipTextStart } from "./clip-text.ts";
import { hasLoneSurrogate } from "./lone-surrogate.ts";

describe("a clipped text", () => {
  test("is the text itself where it fits", () => {
    expect(clipText("abc", 3)).toBe("abc");
    expect(clipTextStart("abc", 3)).toBe("abc");
  });

  test("shows where it was cut", () => {
    expect(clipText("abcdef", 4)).toBe("abc…");
    expect(clipTextStart("abcdef", 4)).toBe("…def");
  });

  test("is never longer than asked, and never ends in half a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 20 }), (text, charsMax) => {
        for (const clipped of [clipText(text, charsMax), clipTextStart(text, charsMax)]) {
          expect(clipped.length).toBeLessThanOrEqual(charsMax);
          expect(hasLoneSurrogate(clipped)).toBe(false);
        }
      }),
    );
  });
});
