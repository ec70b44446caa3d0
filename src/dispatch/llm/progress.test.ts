import { describe, expect, test } from "vitest";
import { Progress } from "./progress.ts";

function shown(pieces: string[], scrub = (text: string) => text): string[] {
  const texts: string[] = [];
  const progress = new Progress((text) => texts.push(text), scrub);
  for (const piece of pieces) progress.add(piece);
  return texts;
}

describe("progress", () => {
  test("is shown at the first piece, on one line", () => {
    expect(shown(["One\n  two"])).toEqual(["One two"]);
  });

  test("is not shown for each of many pieces", () => {
    expect(shown(Array.from({ length: 1000 }, () => "x"))).toHaveLength(1);
  });

  test("is the end of a long text, at most 200 characters", () => {
    const [text = ""] = shown([`start ${"x".repeat(500)} end`]);
    expect(text).toHaveLength(200);
    expect(text).toMatch(/^….* end$/);
  });

  test("shows no secret, even one that its own cut would part", () => {
    const scrub = (text: string) => text.replaceAll("hunter2", "***");
    expect(shown([`hunter2${"x".repeat(196)}`], scrub)[0]).not.toContain("2x");
  });
});
