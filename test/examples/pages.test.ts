import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ROOT } from "../house/source-tree.ts";
import { makeDirectory, openHome } from "./akm.ts";

const { home, akm } = openHome();
afterAll(() => rmSync(home, { recursive: true }));

const pages = [
  "README.md",
  ...readdirSync(path.join(ROOT, "docs"))
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`),
];
const shown = pages.flatMap((page) =>
  workflowsIn(page).map((text, index) => ({ name: `${page} (${index + 1})`, text })),
);

describe("a workflow shown on a page", () => {
  test.each(shown)("freezes without a finding: $name", ({ text }) => {
    const directory = makeDirectory(home, "pages");
    writeFileSync(path.join(directory, "shown.md"), text);
    const { status, stderr } = akm(directory, "workflow", "plan", "./shown.md");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test("is there to be checked", () => {
    expect(shown.length).toBeGreaterThanOrEqual(3);
  });
});

describe("examples", () => {
  test("each have a test of their result", () => {
    const examples = readdirSync(path.join(ROOT, "examples")).filter((file) => file.endsWith(".md"));
    const tests = readdirSync(import.meta.dirname);
    expect(examples.filter((file) => !tests.includes(file.replace(/\.md$/, ".test.ts")))).toEqual([]);
  });
});

function workflowsIn(page: string): string[] {
  const text = readFileSync(path.join(ROOT, page), "utf8");
  return [...text.matchAll(/^```markdown\n(---\ntype: workflow[\s\S]*?)^```$/gm)].map(
    (match) => match[1] ?? "",
  );
}
