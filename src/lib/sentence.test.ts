import { expect, test } from "vitest";
import { sentence } from "./sentence.ts";

test("a sentence has one mark at its end", () => {
  expect(["It is so", "It is so.", "did you mean it?"].map(sentence)).toEqual([
    "It is so.",
    "It is so.",
    "did you mean it?",
  ]);
});
