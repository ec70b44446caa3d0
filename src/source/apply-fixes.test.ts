import { expect, test } from "vitest";
import { applyFixes } from "./apply-fixes.ts";
import { readMarkdown } from "./read-markdown.ts";

const UNTIDY = `---
type: workflow
description: 2024-01-02
params:
  level: { type: string, default: 1 }
steps:
  - id: a
    unit: { exec: { command: [echo, 0x1F, true, "kept"] } }
---

# Workflow: Sorting

## a
Do.

###  Gate:
Well.
`;

function mend(text: string): { text: string; fixed: number; left: string[] } {
  const { findings } = readMarkdown(Buffer.from(text));
  const mended = applyFixes(text, findings);
  return { ...mended, left: readMarkdown(Buffer.from(mended.text)).findings.map(({ code }) => code) };
}

test("what can be mended without a doubt is, to the letter, and nothing else is touched", () => {
  const { text, fixed, left } = mend(UNTIDY);
  expect(text).toBe(
    UNTIDY.replace("2024-01-02", '"2024-01-02"')
      .replace("default: 1", 'default: "1"')
      .replace("0x1F, true", '"0x1F", "true"')
      .replace("# Workflow: Sorting", "# Sorting")
      .replace("###  Gate:", "### gate"),
  );
  expect([fixed, left]).toEqual([6, []]);
});

test("with line ends of either kind, and twice as once", () => {
  const crlf = mend(UNTIDY.replaceAll("\n", "\r\n"));
  expect(crlf.text).toBe(mend(UNTIDY).text.replaceAll("\n", "\r\n"));
  expect(mend(crlf.text)).toMatchObject({ text: crlf.text, fixed: 0 });
});

test("a fix whose place holds something else is passed over", () => {
  const { findings } = readMarkdown(Buffer.from(UNTIDY));
  const other = "\n".repeat(40);
  expect(applyFixes(other, findings)).toEqual({ text: other, fixed: 0 });
});
