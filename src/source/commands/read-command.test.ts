import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCommand } from "./read-command.ts";

const read = (text: string) => readCommand(new TextEncoder().encode(text));
const found = (text: string) =>
  read(text).findings.map(({ line, column, code }) => `${line}:${column} ${code}`);

const RICH = `---
type: command
description: Review the staged changes
engine: reviewer
model: fast
timeout: 5m
tags: [review]
x-owner: platform
---

Review $ARGUMENTS.

## Not a step

Done.
`;

describe("readCommand", () => {
  test("reads a command, its body byte for byte", () => {
    expect(read(RICH)).toEqual({
      findings: [],
      command: {
        description: "Review the staged changes",
        engine: { value: "reviewer", at: { line: 4, column: 9 } },
        model: { value: "fast", at: { line: 5, column: 8 } },
        timeout: { value: 300_000, at: { line: 6, column: 10 } },
        instructions: "\nReview $ARGUMENTS.\n\n## Not a step\n\nDone.\n",
      },
    });
  });

  test("a description is enough", () => {
    expect(read("---\r\ndescription: d\r\n---\r\nDo it.").command).toEqual({
      description: "d",
      instructions: "Do it.",
    });
  });

  test.each<[string, string, string[]]>([
    ["no front matter", "Do it.", ["1:1 missing-front-matter"]],
    ["a front matter that is never closed", "---\ndescription: d\n", ["1:1 unclosed-front-matter"]],
    ["no description", "---\nmodel: fast\n---\nDo it.", ["2:1 missing-key"]],
    ["no body", "---\ndescription: d\n---\n \n", ["4:1 missing-section"]],
    ["another type", "---\ntype: workflow\ndescription: d\n---\nDo it.", ["2:7 invalid-value"]],
    ["a name", "---\ndescription: d\nname: n\n---\nDo it.", ["3:1 unknown-key"]],
    [
      "an engine that cannot be one",
      "---\ndescription: d\nengine: My Engine\n---\nDo it.",
      ["3:9 invalid-name"],
    ],
    ["a bad timeout", "---\ndescription: d\ntimeout: soon\n---\nDo it.", ["3:10 invalid-value"]],
    ["too long a body", `---\ndescription: d\n---\n${"a".repeat(262_145)}`, ["4:1 out-of-bounds"]],
  ])("with %s is refused", (_what, text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  test("says what it is that begins with a front matter", () => {
    expect(read("Do it.").findings[0]?.message).toContain("a command begins with a line `---`");
  });

  test("never throws, whatever the bytes", () => {
    const words = ["---\n", "description: d\n", "engine: e\n", "---", "\n", "a", "# ", "{", "&x", "\r", RICH];
    const texts = fc.array(fc.constantFrom(...words), { maxLength: 20 }).map((parts) => parts.join(""));
    const bytes = fc.oneof(
      texts.map((text) => new TextEncoder().encode(text)),
      fc.uint8Array({ maxLength: 100 }),
    );
    fc.assert(
      fc.property(bytes, (file) => {
        const { command, findings } = readCommand(file);
        expect(command === undefined).toBe(findings.some(({ severity }) => severity === "error"));
      }),
      { numRuns: 300 },
    );
  });
});
