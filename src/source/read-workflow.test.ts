import { describe, expect, test } from "vitest";
import { githubText } from "../../test/rig/github-source.ts";
import { HEAD, markdown } from "../../test/rig/workflow-source.ts";
import { readWorkflow } from "./read-workflow.ts";

const bytes = new TextEncoder().encode(markdown(`${HEAD}steps: [{ id: a }]`));

describe("readWorkflow", () => {
  // shows: schema-11a
  test("reads a .md file as Markdown", () => {
    expect(readWorkflow(bytes, "dir/ship.md").workflow?.format).toBe("markdown");
  });

  // shows: schema-11a
  test("reads a .yml file as GitHub-shaped YAML", () => {
    const text = githubText("- id: a\n  run: make");
    expect(readWorkflow(new TextEncoder().encode(text), "dir/ship.yml").workflow?.format).toBe("github-yaml");
  });

  // shows: schema-11b
  test.each([
    ["ship.yaml", "unknown-extension", /\.yml/],
    ["ship.txt", "unknown-extension", /\.md or \.yml/],
    ["ship", "unknown-extension", /\.md or \.yml/],
    ["ship.MD", "unknown-extension", /\.md or \.yml/],
  ])("%s is refused at its start", (fileName, code, message) => {
    expect(readWorkflow(bytes, fileName)).toEqual({
      findings: [
        {
          severity: "error",
          code,
          line: 1,
          column: 1,
          message: expect.stringMatching(message),
          fixable: false,
        },
      ],
    });
  });
});
