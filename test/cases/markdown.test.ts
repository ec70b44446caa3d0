import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { AkmHome } from "../rig/akm-home.ts";

const SOURCE = `---
type: workflow
description: One step
steps:
  - id: s
    unit: { exec: { command: [echo, ok] } }
---

# One

## s

First line.
Last line.
`;

function written(source: string | Uint8Array): AkmHome {
  const home = new AkmHome();
  writeFileSync(join(home.root, "bundle/workflows/m.md"), source);
  return home;
}

function instructionsOf(home: AkmHome): string[] {
  return home
    .akm(["show", "workflows/m"])
    .json()
    .steps.map(({ instructions }) => instructions);
}

describe("line ends and what stands before the text", () => {
  test.each([
    ["a byte-order mark", `\ufeff${SOURCE}`, "\nFirst line.\nLast line.\n"],
    ["CRLF", SOURCE.replaceAll("\n", "\r\n"), "\r\nFirst line.\r\nLast line.\r\n"],
    [
      "a byte-order mark and CRLF",
      `\ufeff${SOURCE.replaceAll("\n", "\r\n")}`,
      "\r\nFirst line.\r\nLast line.\r\n",
    ],
    ["no final line end", SOURCE.trimEnd(), "\nFirst line.\nLast line."],
    [
      "a blank after the fence of the front matter",
      SOURCE.replace("---\n", "---  \n"),
      "\nFirst line.\nLast line.\n",
    ],
  ])("with %s it runs the same, and the instructions keep their bytes", (_, source, instructions) => {
    const home = written(source);
    expect(instructionsOf(home)).toEqual([instructions]);
    expect(home.run("m").json().workflow.steps[0]?.evidence.output).toBe("ok");
  });

  test.each([
    ["carriage returns alone", SOURCE.replaceAll("\n", "\r"), /carriage return/],
    ["a blank line before the front matter", `\n${SOURCE}`, /begins with a line/],
    ["front matter that is never closed", SOURCE.split("---")[1] ?? "", /begins with a line/],
    ["nothing at all", "", /empty/],
    ["bytes that are no UTF-8", Buffer.from(SOURCE.replace("One step", "\u00ff"), "latin1"), /UTF-8/],
    ["UTF-16", Buffer.from(`\ufeff${SOURCE}`, "utf16le"), /UTF-8/],
  ])("with %s it is refused in one sentence", (_, source, message) => {
    const refused = written(source).run("m");
    expect([refused.status, refused.error().code]).toEqual([2, "WORKFLOW_SOURCE_INVALID"]);
    expect(refused.error().error).toMatch(message);
  });
});

describe("headings inside code", () => {
  const head = "---\ntype: workflow\ndescription: Fences\nsteps:\n  - id: a\n  - id: b\n---\n# Fences\n";
  const fences = [
    "````md\n```\n## b\n````",
    '~~~sh title="```"\n## b\n### gate\n~~~',
    "   ```py\n   ## b\n   ```",
    "- list\n  ```\n  ## b\n  ```",
    "    ## b",
    "<!--\n## b\n-->",
    "<pre>\n\n## b\n\n</pre>",
    "> ## b",
    "\\## b",
  ];

  test("are no headings, whatever the fence", () => {
    const a = `${fences.join("\n\n")}\n\nText of a ends here.\n`;
    const home = written(`${head}## a\n${a}## b\nText of b.\n`);
    expect(home.akm(["lint"]).json().findings).toEqual([]);
    expect(instructionsOf(home)).toEqual([a, "Text of b.\n"]);
    for (const step of home.akm(["show", "workflows/m"]).json().steps)
      expect(step).not.toHaveProperty("gate");
  });

  test("belong to a fence that is never closed, with a warning", () => {
    const b = "Text of b.\n```\n## not-a-step\n";
    const home = written(`${head}## a\nx\n## b\n${b}`);
    expect(instructionsOf(home)).toEqual(["x\n", b]);
    expect(home.akm(["lint"]).json().findings).toMatchObject([
      { line: 13, severity: "warning", code: "unclosed-block" },
    ]);
  });

  test("that stand twice for real are refused with both lines", () => {
    const home = written(`${head}## a\nx\n## b\ny\n## a\nz\n`);
    expect(home.akm(["lint"]).json().findings).toMatchObject([
      { line: 13, code: "duplicate-section", message: expect.stringContaining("line 9") },
    ]);
    expect(home.run("m").status).toBe(2);
  });
});
