import { describe, expect, test } from "vitest";
import { AkmHome } from "../rig/akm-home.ts";
import { githubText } from "../rig/github-source.ts";

/** A workflow whose front matter holds the given lines; its own step stands below them. */
function withLines(...lines: string[]): AkmHome {
  const home = new AkmHome();
  home.workflow("y", [...lines, "steps:", "  - id: s"].join("\n"), ["s"]);
  return home;
}

/** A workflow whose command prints each of its words on a line. */
function printing(words: readonly string[]): AkmHome {
  const home = new AkmHome();
  const command = ["printf", '"%s\\n"', ...words].join(", ");
  home.workflow("y", `steps:\n  - id: s\n    unit: { exec: { command: [${command}] } }`, ["s"]);
  return home;
}

describe("words that another YAML would change", () => {
  const odd = ["yes", "No", "on", "off", "10:00", "1_000", "0b1", "=", "<<", "y"];
  const notText = [
    "3.10",
    "010",
    "0x1F",
    "1e3",
    ".inf",
    "true",
    "null",
    "~",
    "2024-12-19",
    "2024-12-19T10:00:00Z",
  ];

  test("stay as they are, where YAML 1.2 takes them for text", () => {
    expect(printing(odd).run("y").json().workflow.steps[0]?.evidence.output).toBe(odd.join("\n"));
  });

  test("must be quoted where they are no text, and are then kept", () => {
    const { findings } = printing(notText).akm(["lint"]).json();
    expect(findings.map(({ code }) => code)).toEqual(notText.map(() => "unquoted-text"));
    for (const [index, word] of notText.entries())
      expect(findings[index]).toMatchObject({
        line: 6,
        message: expect.stringContaining(`quote it: "${word}"`),
      });
    const quoted = printing(notText.map((word) => JSON.stringify(word)));
    expect(quoted.run("y").json().workflow.steps[0]?.evidence.output).toBe(notText.join("\n"));
  });

  test("on is a key like any other", () => {
    const home = new AkmHome();
    home.oneStep("y", "[ -e once ] || { touch once; exit 1; }; echo second", [
      "retry: { max: 1, on: [non_zero_exit] }",
    ]);
    expect(home.run("y").json().workflow.steps[0]?.evidence.output).toBe("second");
  });
});

describe("words that another YAML would change, in a GitHub-shaped workflow", () => {
  const withEnv = (entries: string): AkmHome => {
    const home = new AkmHome();
    const steps = `- id: s\n  run: printenv ON N D\n  env: { ${entries} }`;
    home.write("bundle/workflows/y.yml", githubText(steps, "name: n\non: { workflow_dispatch: {} }"));
    return home;
  };

  test("stay as they are, the key `on` and dates among them", () => {
    const end = withEnv("ON: on, N: no, D: 2024-12-19").run("y");
    expect(end.json().workflow.steps[0]?.evidence.output).toBe("on\nno\n2024-12-19");
  });

  test("must be quoted where they are no text", () => {
    expect(withEnv("ON: on, N: no, D: 3.10").run("y").error()).toMatchObject({
      code: "WORKFLOW_SOURCE_INVALID",
      error: expect.stringContaining('quote it: "3.10"'),
    });
  });
});

describe("what makes YAML dangerous", () => {
  test("a few lines that stand for billions are refused at once", () => {
    const level = (index: number) =>
      `x-${index}: &b${index} [${Array(9)
        .fill(`*b${index - 1}`)
        .join(",")}]`;
    const home = withLines(
      "x-0: &b0 [lol, lol, lol]",
      ...Array.from({ length: 9 }, (_, index) => level(index + 1)),
    );
    const begun = performance.now();
    const { findings } = home.akm(["lint", "--type", "workflows"]).json();
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(["yaml-alias"]));
    expect(home.run("y").status).toBe(2);
  });

  test.each([
    ["an anchor used twice", ["x-a: &d { timeout: 1m }", "x-b: *d", "x-c: *d"], "yaml-alias"],
    ["a merge key", ["x-a: { <<: { timeout: 1m } }"], "yaml-merge-key"],
    ["an alias within its own anchor", ["x-a: &a [*a]"], "yaml-alias"],
    ["a tag", ["x-a: !!js/function 'f'"], "yaml-tag"],
    ["a key given twice", ["x-a: 1", "x-a: 2"], "duplicate-key"],
    ["a key of another spelling given twice", ["x-a: 1", '"x-a": 2'], "duplicate-key"],
    ["deep nesting", [`x-a: ${"[".repeat(5000)}${"]".repeat(5000)}`], "yaml-too-deep"],
  ])("%s is refused by name, with its place", (_, lines, code) => {
    const home = withLines(...lines);
    const { findings } = home.akm(["lint"]).json();
    expect(findings.map((finding) => finding.code)).toContain(code);
    for (const { line } of findings) expect(line).toBeGreaterThan(3);
    expect(home.run("y").error()).toMatchObject({ code: "WORKFLOW_SOURCE_INVALID" });
  });

  test("a file beyond the size that is read is refused without being read", () => {
    const home = withLines(`x-long: ${"d".repeat(2_000_000)}`);
    expect(home.run("y").error()).toMatchObject({
      code: "WORKFLOW_SOURCE_INVALID",
      error: expect.stringContaining("1048576"),
    });
  });

  test("one long line is no trouble", () => {
    const home = new AkmHome();
    home.oneStep("y", "echo ok", [`output: { description: ${"d".repeat(200_000)} }`]);
    expect(home.akm(["lint"]).json().findings).toEqual([]);
  });
});
