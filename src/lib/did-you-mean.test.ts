import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { didYouMean } from "./did-you-mean.ts";

const KEYS = ["type", "description", "params", "steps", "outputs", "budget", "defaults"];

describe("didYouMean", () => {
  test.each([
    ["step", "steps"],
    ["prams", "params"],
    ["desciption", "description"],
    ["descripton", "description"],
    ["ouptuts", "outputs"],
    ["Steps", "steps"],
    ["budgte", "budget"],
  ])("%s is taken for %s", (word, meant) => {
    expect(didYouMean(word, KEYS)).toBe(meant);
  });

  test.each(["", "x", "zzzzzz", "completely-different", "a".repeat(5000)])(
    "nothing is suggested for %.20s",
    (word) => {
      expect(didYouMean(word, KEYS)).toBeUndefined();
    },
  );

  test("the nearest of several wins", () => {
    expect(didYouMean("buildd", ["built", "build", "rebuild"])).toBe("build");
  });

  test("two letters swapped are one mistake", () => {
    expect(didYouMean("ab", ["ba"])).toBe("ba");
  });

  test("a candidate is always its own suggestion", () => {
    const words = fc.string({ minLength: 1, maxLength: 64 });
    fc.assert(fc.property(words, (word) => didYouMean(word, ["other-candidate", word]) !== undefined));
  });
});
