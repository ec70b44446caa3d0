import { describe, expect, test } from "vitest";
import { PLAIN } from "../style.ts";
import { definitionList, wrapText } from "./wrap-text.ts";

describe("wrapText", () => {
  test.each([
    ["what fits is left as it is", "a b\n  c", ["a b", "  c"]],
    ["words go on the next line", "one two three four", ["one two", "three four"]],
    ["an indent is kept", "  one two three", ["  one two", "  three"]],
    ["a list item hangs below its text", "- one two three", ["- one two", "  three"]],
    ["a word that is too long stands alone", "a bbbbbbbbbbbbbbb c", ["a", "bbbbbbbbbbbbbbb", "c"]],
  ])("%s", (_, text, lines) => {
    expect(wrapText(text, 10)).toEqual(lines);
  });
});

test("definitionList lines up, wraps or cuts, and shows no control characters", () => {
  const lines = definitionList(
    [
      { name: "runs", text: "sh -c 'one\ntwo three'", oneLine: true },
      { name: "retry", text: "one two three four" },
      { name: "x", text: "\u001b[31m" },
    ],
    20,
    PLAIN.dim,
  );
  expect(lines).toEqual([
    "  runs   sh -c 'one…",
    "  retry  one two",
    "         three four",
    "  x      \u{FFFD}[31m",
  ]);
});
