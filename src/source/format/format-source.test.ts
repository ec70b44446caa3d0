import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readWorkflow } from "../read-workflow.ts";
import { type Formatted, formatSource } from "./format-source.ts";

function format(text: string, name = "w.md"): Formatted {
  return formatSource(Buffer.from(text), (bytes) => {
    const { workflow, findings } = readWorkflow(bytes, name);
    return { value: workflow, findings };
  });
}

function textOf(formatted: Formatted): string {
  if (formatted.kind !== "formatted") throw new Error(JSON.stringify(formatted));
  return formatted.text;
}

const UNTIDY = `---
# what it is
type:   workflow
description:  "Sorts"   # quoted
steps:
- id:  a
  unit: {exec: {command: [sort,  '-u']}}


- {id: b, inputs: [steps.a.output],
   unit: {exec: {command: ["cat"]}}}
---
#  Title

## a
  Two  spaces\tkept.

## b

\`\`\`yaml
x:   1
\`\`\`
`;

describe("a Markdown workflow", () => {
  test("has its front matter laid out, comments and quotes kept, its body byte for byte", () => {
    const text = textOf(format(UNTIDY));
    expect(text).toBe(`---
# what it is
type: workflow
description: "Sorts" # quoted
steps:
  - id: a
    unit: { exec: { command: [sort, '-u'] } }

  - { id: b, inputs: [steps.a.output], unit: { exec: { command: ["cat"] } } }
---
${UNTIDY.slice(UNTIDY.indexOf("#  Title"))}`);
    expect(format(text)).toEqual({ kind: "unchanged" });
  });

  test("keeps its line ends and its byte order mark", () => {
    const text = textOf(format(`\uFEFF${UNTIDY.replaceAll("\n", "\r\n")}`));
    expect(text.startsWith("\uFEFF---\r\n# what it is\r\n")).toBe(true);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  });

  test.each(["x-note: |  # keep me", "x-note: { a: >- # keep\n }", "when_to_use: |+  # why"])(
    "is left as it is where a layout would turn a comment into a value, of a key that nobody reads: %s",
    (line) => {
      const source = `---\ntype: workflow\ndescription: d\n${line}\nsteps: [{ id: a }]\n---\n\n## a\n\nDo.\n`;
      const formatted = format(source);
      if (formatted.kind === "formatted")
        expect(parse(formatted.text.split("---")[1] ?? "")).toEqual(parse(source.split("---")[1] ?? ""));
      else expect(formatted.kind).toBe("refused");
    },
  );

  test("with errors is refused with them", () => {
    expect(format("---\ntype: workflow\n---\n")).toMatchObject({
      kind: "refused",
      findings: expect.arrayContaining([expect.objectContaining({ code: "missing-key" })]),
    });
  });

  test("laid out reads as it read before, and is its own layout, whatever the values", () => {
    const scalar = fc.oneof(
      fc.string(),
      fc.constantFrom("yes", "0x1f", "1.50", "null", "a: b", "- x", "# no", "|", "é\u2028"),
    );
    fc.assert(
      fc.property(
        scalar.filter((text) => text.trim() !== ""),
        fc.constantFrom("  ", "    "),
        (value, indent) => {
          const quoted = JSON.stringify(value);
          const source = `---\ntype: workflow\ndescription: ${quoted}\nsteps:\n${indent}- id: a\n${indent}  unit: {exec: {command: [echo, ${quoted}]}}\n---\n\n## a\n\nDo.\n`;
          const formatted = format(source);
          if (formatted.kind === "formatted") expect(format(formatted.text)).toEqual({ kind: "unchanged" });
          else if (formatted.kind === "refused")
            expect(formatted.findings.map(({ code }) => code)).not.toContain("layout-would-change-meaning");
        },
      ),
    );
  });
});
