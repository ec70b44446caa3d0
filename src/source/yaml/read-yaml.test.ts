import { describe, expect, test } from "vitest";
import { indexLines } from "../line-index.ts";
import { Report } from "../report.ts";
import { readYaml } from "./read-yaml.ts";
import { placeOf, type YamlNode } from "./yaml-node.ts";

function read(text: string): { node: YamlNode | undefined; found: string[] } {
  const report = new Report();
  const node = readYaml(text, indexLines(text), report);
  return { node, found: report.findings().map(({ line, column, code }) => `${line}:${column} ${code}`) };
}

function plainValue(node: YamlNode | undefined): unknown {
  if (node?.kind === "mapping")
    return Object.fromEntries(node.entries.map(({ key, value }) => [key, plainValue(value)]));
  if (node?.kind === "sequence") return node.items.map(plainValue);
  return node?.kind === "scalar" ? node.value : node?.kind;
}

describe("readYaml", () => {
  test.each([0x00, 0x01, 0x02, 0x08, 0x0b, 0x0c, 0x0e, 0x18, 0x1b, 0x1f, 0x7f])(
    "refuses the control character %i, wherever it stands",
    (code) => {
      const character = String.fromCharCode(code);
      const text = `a: x${character}y\nb: "${character}${character}"\n# ${character}\n${character}`;
      expect(read(text)).toEqual({
        node: undefined,
        found: [
          "1:5 control-character",
          "2:5 control-character",
          "3:3 control-character",
          "4:1 control-character",
        ],
      });
    },
  );

  test("takes tabs and line ends, control characters written as escapes, and all above ASCII", () => {
    expect(plainValue(read('a: "\\u0000\\e"\r\nb:\t"\u0085\u009f"\n').node)).toEqual({
      a: "\u0000\u001b",
      b: "\u0085\u009f",
    });
  });

  test("reads scalars by the core schema of YAML 1.2", () => {
    const text =
      "a: [yes, no, on, off, y, 10:00, 2024-12-19, 1_000, 0777, 0o17, 0xff, 1.0, .5, true, ~, null, '1', \"x\"]";
    expect(plainValue(read(text).node)).toEqual({
      a: [
        "yes",
        "no",
        "on",
        "off",
        "y",
        "10:00",
        "2024-12-19",
        "1_000",
        777,
        15,
        255,
        1,
        0.5,
        true,
        null,
        null,
        "1",
        "x",
      ],
    });
  });

  test("a key called on is the text on", () => {
    expect(plainValue(read("on: [timeout]").node)).toEqual({ on: ["timeout"] });
  });

  test("__proto__ is a key like any other", () => {
    const { node } = read("__proto__: { polluted: yes }");
    expect(node?.kind === "mapping" && node.entries.map(({ key }) => key)).toEqual(["__proto__"]);
  });

  test("integers that a double cannot hold stay exact", () => {
    const value = plainValue(read("a: [9007199254740991, 9007199254740993]").node);
    expect(value).toEqual({ a: [9007199254740991, 9007199254740993n] });
  });

  test("knows where each value stands", () => {
    const { node } = read("a:\n  - x\n  - b: 1\n");
    expect(node && placeOf(node, ["a"])).toEqual({ line: 1, column: 1 });
    expect(node && placeOf(node, ["a", 0])).toEqual({ line: 2, column: 5 });
    expect(node && placeOf(node, ["a", 1, "b"])).toEqual({ line: 3, column: 5 });
    expect(node && placeOf(node, ["a", 7, "b"])).toEqual({ line: 1, column: 1 });
  });

  test.each<[string, string, string[]]>([
    ["an anchor", "a: &x 1\nb: 2", ["1:4 yaml-alias"]],
    ["an anchor and its alias", "a: &x { timeout: 1m }\nb: *x", ["1:4 yaml-alias", "2:4 yaml-alias"]],
    ["an alias of itself", "a: &x [*x]", ["1:4 yaml-alias", "1:8 yaml-alias"]],
    ["an alias as a key", "a: &x k\n*x : 1", ["1:4 yaml-alias", "2:1 yaml-alias"]],
    ["a merge key", "a:\n  <<: { b: 1 }", ["2:3 yaml-merge-key"]],
    [
      "a merge key with an alias",
      "d: &d {}\na: { <<: *d }",
      ["1:4 yaml-alias", "2:6 yaml-merge-key", "2:10 yaml-alias"],
    ],
    ["a custom tag", "a: !x 1", ["1:4 yaml-tag"]],
    ["a core tag", "a: !!str 1", ["1:4 yaml-tag"]],
    ["a tag on a mapping", "a: !!set { b }", ["1:4 yaml-tag"]],
    ["a version directive", "%YAML 1.1\na: yes", ["1:1 yaml-directive"]],
    ["a tag directive", "%TAG ! tag:x,2000:\na: 1", ["1:1 yaml-directive"]],
    ["a second document", "a: 1\n--- # next\nb: 2", ["2:1 yaml-documents"]],
    ["a document end", "a: 1\n...\nb: 2", ["2:1 yaml-documents"]],
    ["a repeated key", "a: 1\nb: 2\na: 3", ["3:1 duplicate-key"]],
    ["a repeated key in a flow mapping", "x: { a: 1, 'a': 2 }", ["1:12 duplicate-key"]],
    ["a number as a key", "1: x", ["1:1 unquoted-text"]],
    ["a boolean as a key", "true: x", ["1:1 unquoted-text"]],
    ["nothing as a key", ": x", ["1:1 unquoted-text"]],
    ["a list as a key", "? [a]\n: x", ["1:3 wrong-type"]],
    ["half a surrogate pair", 'a: "\\ud800"', ["1:4 invalid-text"]],
    ["half a surrogate pair in a key", '"\\ud800": 1', ["1:1 invalid-text"]],
    ["a tab as indentation", "a:\n\tb: 1", ["2:1 yaml-syntax"]],
    ["an unclosed bracket", "a: [1", ["1:6 yaml-syntax"]],
    ["an unclosed quote", 'a: "x', ["1:6 yaml-syntax"]],
    ["a colon in plain text", "a: b: c", ["1:4 yaml-syntax"]],
  ])("refuses %s where it stands", (_what, text, found) => {
    expect(read(text).found).toEqual(found);
  });

  test("takes one document marker before everything", () => {
    expect(plainValue(read("# why\n\n--- # here\na: 1\n").node)).toEqual({ a: 1 });
    expect(read("---\n---\na: 1").found).toEqual(["2:1 yaml-documents"]);
  });

  test("takes a quoted <<, an asterisk in quotes and an exclamation mark inside text", () => {
    expect(read("'<<': '*x'\nb: 'a !b &c'\nc: a & b !").found).toEqual([]);
  });

  test("both halves of a pair may be escaped", () => {
    expect(plainValue(read('a: "\\ud83d\\udca9"').node)).toEqual({ a: "💩" });
  });

  test("a key repeated over and over does not cost the square of it", () => {
    const keys = Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`).join("\n");
    const start = performance.now();
    expect(read(keys).found).toEqual([]);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

describe("hostile YAML", () => {
  const bomb = [
    'x: &a0 "lol"',
    ...Array.from({ length: 9 }, (_, i) => `x${i}: &a${i + 1} [${`*a${i},`.repeat(9)}]`),
  ].join("\n");

  test.each<[string, string, string]>([
    ["aliases that multiply", bomb, "yaml-alias"],
    ["10 000 nested lists", "[".repeat(10_000), "yaml-too-deep"],
    ["10 000 nested lists, closed", `${"[".repeat(10_000)}${"]".repeat(10_000)}`, "yaml-too-deep"],
    ["10 000 nested mappings", "{a: ".repeat(10_000), "yaml-too-deep"],
    ["10 000 nested block lists", "- ".repeat(10_000), "yaml-too-deep"],
    ["10 000 nested explicit keys", "? ".repeat(10_000), "yaml-too-deep"],
    [
      "300 nested block mappings",
      Array.from({ length: 300 }, (_, i) => `${" ".repeat(i)}a:`).join("\n"),
      "yaml-too-deep",
    ],
    ["a million anchors", "&a ".repeat(340_000), "yaml-alias"],
    ["a million closing braces", `a: 1\n${"}".repeat(1_000_000)}`, "yaml-syntax"],
    ["half a million list items", `a: [${"a,".repeat(500_000)}]`, "yaml-too-large"],
  ])("%s: refused at once, in flat memory", (_what, text, code) => {
    const heapBefore = process.memoryUsage().heapUsed;
    const start = performance.now();
    const { found } = read(text);
    expect(found.some((finding) => finding.endsWith(code))).toBe(true);
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(400 * 1024 * 1024);
  });
});
