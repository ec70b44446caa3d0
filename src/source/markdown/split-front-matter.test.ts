import { describe, expect, test } from "vitest";
import { Report } from "../report.ts";
import { splitFrontMatter } from "./split-front-matter.ts";

function split(text: string) {
  const report = new Report();
  const parts = splitFrontMatter(text, report);
  return { parts, found: report.findings().map(({ line, column, code }) => `${line}:${column} ${code}`) };
}

describe("splitFrontMatter", () => {
  test.each<[string, string, string, string]>([
    ["LF", "---\na: 1\n---\nbody\n", "a: 1\n", "body\n"],
    ["CRLF", "---\r\na: 1\r\n---\r\nbody\r\n", "a: 1\r\n", "body\r\n"],
    ["blanks after the markers", "---  \na: 1\n---\t\nbody", "a: 1\n", "body"],
    ["no body", "---\na: 1\n---", "a: 1\n", ""],
    ["an empty front matter", "---\n---\n", "", ""],
    ["a thematic break in the body", "---\na: 1\n---\nx\n\n---\n", "a: 1\n", "x\n\n---\n"],
    ["dashes inside a value", "---\na: |\n  ---\n---\nx", "a: |\n  ---\n", "x"],
    ["a byte-order mark before the body", "---\n---\n\uFEFF# x", "", "# x"],
    ["longer dashes", "---\n----\n---\nx", "----\n", "x"],
  ])("%s", (_what, text, yaml, body) => {
    const { parts, found } = split(text);
    expect(found).toEqual([]);
    expect(parts).toMatchObject({ yaml, body });
    expect(text.slice(parts?.yamlOffset, (parts?.yamlOffset ?? 0) + yaml.length)).toBe(yaml);
    expect(text.slice(parts?.bodyOffset)).toBe(body);
  });

  test.each([
    ["nothing", "", "1:1 missing-front-matter"],
    ["no front matter", "# x\n", "1:1 missing-front-matter"],
    ["a blank line first", "\n---\na: 1\n---\n", "1:1 missing-front-matter"],
    ["an indented marker", " ---\na: 1\n---\n", "1:1 missing-front-matter"],
    ["a directive first", "%YAML 1.2\n---\na: 1\n---\n", "1:1 missing-front-matter"],
    ["a document on the marker's line", "--- a: 1\n---\n", "1:1 missing-front-matter"],
    ["no closing marker", "---\na: 1\n", "1:1 unclosed-front-matter"],
    ["a dot marker instead", "---\na: 1\n...\n", "1:1 unclosed-front-matter"],
  ])("refuses %s", (_what, text, finding) => {
    expect(split(text).found).toEqual([finding]);
  });
});
