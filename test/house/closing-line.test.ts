import { execFileSync } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { ROOT } from "./source-tree.ts";

const script = pathToFileURL(path.join(ROOT, "scripts/closing-line.mjs")).href;

describe("the line that ends a test run", () => {
  test.each([
    { results: [], lines: ["0 passed, 0 failed"] },
    { results: [{ name: "a", passed: true }], lines: ["1 passed, 0 failed"] },
    {
      results: [
        { name: "a > b", passed: false },
        { name: "c", passed: false, skipped: true },
        { name: "d", passed: true },
      ],
      lines: ["FAILED a > b", "1 passed, 1 failed, 1 skipped"],
    },
  ])("names what failed, then counts: $lines", ({ results, lines }) => {
    const program = `import { printClosingLine } from ${JSON.stringify(script)}; printClosingLine(${JSON.stringify(results)});`;
    const stdout = execFileSync(process.execPath, ["--input-type=module", "--eval", program], {
      encoding: "utf8",
    });
    expect(stdout.trim().split("\n")).toEqual(lines);
  });
});
