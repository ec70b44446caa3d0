import { describe, expect, test } from "vitest";
import { findingsIn, HEAD, markdown, messagesIn, workflowIn } from "../../../test/rig/workflow-source.ts";

const TWO = `${HEAD}steps:\n  - id: a\n  - id: b\n`;

function sections(body: string, frontMatter = TWO) {
  return workflowIn(markdown(frontMatter, body)).steps.map(({ id, instructions, gate }) => ({
    id,
    instructions,
    ...(gate?.rubric === undefined ? {} : { rubric: gate.rubric.value }),
  }));
}

describe("a step's section", () => {
  // shows: schema-17b, schema-130b
  test("runs byte for byte from after its heading to the next one", () => {
    expect(sections("# T\n\nintro\n\n## a\n\n  one \n\n\n## b  \ntwo")).toEqual([
      { id: "a", instructions: "\n  one \n\n\n" },
      { id: "b", instructions: "two" },
    ]);
  });

  // shows: schema-130b
  test("keeps carriage returns, and ends at the end of the file without a line feed", () => {
    const text = markdown(TWO, "## a\n\nx\n\n## b\ny").replaceAll("\n", "\r\n");
    const [a, b] = workflowIn(`\uFEFF${text}`).steps;
    expect([a?.instructions, b?.instructions]).toEqual(["\r\nx\r\n\r\n", "y"]);
  });

  test.each([
    ["underlined headings", "a\n---\nx\n\n  b\n---\ny", ["x\n\n", "y"]],
    ["closed headings", "## a ##\nx\n## b #\ny", ["x\n", "y"]],
    ["indented headings", "   ## a\nx\n  ## b\ny", ["x\n", "y"]],
    ["sections in another order", "## b\ny\n## a\nx\n", ["x\n", "y\n"]],
    [
      "headings of other levels inside",
      "## a\n# big\n### small\n#### gate\n## b\ny",
      ["# big\n### small\n#### gate\n", "y"],
    ],
    ["non-ASCII text before", "## a\n💩é\n## b\ny", ["💩é\n", "y"]],
    ["a byte-order mark before the first heading", "\uFEFF## a\nx\n## b\ny", ["x\n", "y"]],
    ["tabs in headings", "##\ta\t\nx\n## b\ny", ["x\n", "y"]],
  ])("is found with %s", (_what, body, instructions) => {
    expect(sections(body).map((section) => section.instructions)).toEqual(instructions);
  });

  // shows: schema-17b
  test("is joined by the raw text of its heading", () => {
    const frontMatter = `${HEAD}steps: [{ id: _build_ }]`;
    expect(sections("## _build_\nx", frontMatter)).toEqual([{ id: "_build_", instructions: "x" }]);
  });

  // shows: schema-129c
  test.each([
    ["a fence", "```\n## b\n### gate\n```\n"],
    ["a longer fence around a shorter one", "````md\n```\n## b\n````\n"],
    ["a tilde fence with backticks in its info", '~~~sh title="```"\n## b\n### gate\n~~~\n'],
    ["an indented fence", "   ```py\n   ## b\n   ```\n"],
    ["a fence in a list", "- list\n  ```\n  ## b\n  ```\n"],
    ["a comment", "<!--\n## b\n### gate\n-->\n"],
    ["an HTML block", "<div>\n## b\n</div>\n\n"],
    ["indented code", "x\n\n    ## b\n\n"],
    ["a list item", "- ## b\n- ### gate\n\n"],
    ["a block quote", "> ## b\n> ### gate\n\n"],
    ["a heading without its blank", "##b\n"],
    ["an escaped heading", "\\## b\n"],
  ])("is not ended by a heading in %s", (_what, inner) => {
    expect(sections(`## a\n${inner}end of a\n## b\ny`)).toEqual([
      { id: "a", instructions: `${inner}end of a\n` },
      { id: "b", instructions: "y" },
    ]);
  });

  test("swallows the rest below a fence that is never closed, with a warning", () => {
    const text = markdown(TWO, "## a\nx\n## b\ny\n```\n## c\n### gate\n");
    expect(findingsIn(text)).toEqual(["?12:1 unclosed-block"]);
    expect(workflowIn(text).steps[1]?.instructions).toBe("y\n```\n## c\n### gate\n");
  });

  test.each(["```\n## c\n```\n", "````\n```\n````", "~~~\nx\n~~~~\n\n", "<!-- x -->\n", "```\n```"])(
    "a closed block at the end is no warning: %j",
    (tail) => {
      expect(findingsIn(markdown(TWO, `## a\nx\n## b\ny\n${tail}`))).toEqual([]);
    },
  );

  test("an open comment is a warning too", () => {
    expect(findingsIn(markdown(TWO, "## a\nx\n## b\ny\n\n<!-- z\n"))).toEqual(["?13:1 unclosed-block"]);
  });
});

describe("a step's gate", () => {
  // shows: schema-577b
  // shows: schema-131a
  test("takes the rest of the section, byte for byte", () => {
    expect(sections("## a\nx\n\n### gate\n\n- ok \n\n### more\nz\n## b\ny")).toEqual([
      { id: "a", instructions: "x\n\n", rubric: "\n- ok \n\n### more\nz\n" },
      { id: "b", instructions: "y" },
    ]);
  });

  test("may be underlined nowhere: level three has no underline", () => {
    expect(sections("## a\ngate\n...\n## b\ny")[0]).toEqual({ id: "a", instructions: "gate\n...\n" });
  });

  // shows: schema-583a
  // shows: schema-131c
  test("of white space alone is none", () => {
    expect(sections("## a\nx\n### gate\n \n\t\n## b\ny")[0]).toEqual({ id: "a", instructions: "x\n" });
  });

  test("knows its line", () => {
    const [step] = workflowIn(markdown(TWO, "## a\nx\n### gate\nok\n## b\ny")).steps;
    expect(step?.gate?.rubric?.at).toEqual({ line: 10, column: 1 });
  });

  test.each(["### Gate", "### gates", "### **gate**", "### gate:", "#### gate"])(
    "`%s` is text, with a warning",
    (heading) => {
      expect(findingsIn(markdown(TWO, `## a\nx\n${heading}\nok\n## b\ny`))).toEqual(["?10:1 gate-spelling"]);
    },
  );
});

describe("the body before the first section", () => {
  // shows: schema-123c, schema-130d
  test("is the preamble, and its first heading of level one the title", () => {
    const workflow = workflowIn(
      markdown(TWO, "intro\n\n# Ship *it*\n\n# Other\n\n## a\nx\n\n## b\n# inner\n"),
    );
    expect(workflow.title).toBe("Ship *it*");
    expect(workflow.preamble).toBe("intro\n\n# Ship *it*\n\n# Other\n\n");
  });

  // shows: schema-123c
  test("may lack a title: the description stands in, never a heading of a prompt", () => {
    expect(workflowIn(markdown(TWO, "## a\n# Be brief\nx\n\n## b\ny")).title).toBe("d");
  });

  test("a title over two lines becomes one", () => {
    expect(workflowIn(markdown(TWO, "Ship\nit\n===\n## a\nx\n## b\ny")).title).toBe("Ship it");
  });
});

describe("findings in the body", () => {
  // shows: schema-129a, schema-129b, schema-130a
  test.each<[string, string, string[]]>([
    ["a heading that names no step", "## a\nx\n## b\ny\n## c\n", ["12:1 unknown-heading"]],
    ["the same section twice", "## a\nx\n## b\ny\n## a\nz\n", ["12:1 duplicate-section"]],
    ["two gates in a section", "## a\nx\n### gate\np\n### gate\nq\n## b\ny", ["12:1 duplicate-section"]],
    ["a gate before any step", "### gate\np\n## a\nx\n## b\ny", ["8:1 gate-outside-step"]],
    ["a section of white space", "## a\n \n\n## b\ny", ["8:1 missing-section"]],
    ["a section with a gate alone", "## a\n### gate\np\n## b\ny", ["8:1 missing-section"]],
    ["a step without a section", "## b\ny", ["5:9 missing-section"]],
    ["no body", "", ["5:9 missing-section", "6:9 missing-section"]],
    ["another letter case", "## A\nx\n## b\ny", ["5:9 missing-section", "8:1 unknown-heading"]],
    ["a prefix on the title", "# Workflow: x\n## a\nx\n## b\ny", ["8:1 title-prefix"]],
    ["an indented unknown heading", "## a\nx\n## b\ny\n  ## c", ["12:3 unknown-heading"]],
    ["a thousand quotes in quotes", `## a\nx\n## b\n${">".repeat(1000)} ## c`, []],
    ["ten thousand lists in lists", `## a\nx\n## b\n${"- ".repeat(10_000)}`, []],
  ])("%s", (_what, body, found) => {
    expect(findingsIn(markdown(TWO, body))).toEqual(found);
  });

  test.each([
    ["eighty thousand sections", "## a\n".repeat(80_000)],
    ["forty thousand gates", `## a\n${"### gate\n".repeat(40_000)}`],
    ["thirty thousand unknown headings", "## step-numbr-x-abcdefghijklmnop\n".repeat(30_000)],
  ])("%s are read in a time that grows with the file alone", (_what, body) => {
    const ids = Array.from({ length: 200 }, (_, index) => `{ id: step-number-${index}-abcdefghijklmnop }`);
    const startedAt = performance.now();
    expect(findingsIn(markdown(`${HEAD}steps: [{ id: a }, ${ids.join(", ")}]`, body))).toHaveLength(501);
    expect(performance.now() - startedAt).toBeLessThan(4000);
  });

  // shows: schema-130c
  test("a route needs no section", () => {
    const frontMatter = `${HEAD}steps:\n  - id: r\n    route: { input: params.p, when: [{ match: x, step: a }] }\n  - id: a\nparams: { p: {} }`;
    expect(findingsIn(markdown(frontMatter, "## a\nx"))).toEqual([]);
  });

  test("instructions over 256 KiB are refused at their heading", () => {
    expect(findingsIn(markdown(TWO, `## a\n${"é".repeat(131_072)}\n## b\ny`))).toEqual(["8:1 out-of-bounds"]);
    expect(findingsIn(markdown(TWO, `## a\n${"é".repeat(131_071)}x\n## b\ny`))).toEqual([]);
  });

  // shows: schema-129a
  test.each([
    ["## buidl", /did you mean `## build`\?/],
    ["## Step: build", /did you mean `## build`\?/],
    ["## `build`", /did you mean `## build`\?/],
    ["## build: the thing", /declare it under `steps`/],
    ["## gate", /level three, `### gate`/],
  ])("%s gets advice", (heading, advice) => {
    const frontMatter = `${HEAD}steps: [{ id: build }]`;
    expect(messagesIn(markdown(frontMatter, `## build\nx\n${heading}\ny`))).toEqual([
      expect.stringMatching(advice),
    ]);
  });
});
