import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { ROOT } from "../../../../test/house/source-tree.ts";
import { readMarkdown } from "../../read-markdown.ts";
import type { UnitStep } from "../../workflow.ts";
import { importGithub } from "./import-github.ts";

const convert = (text: string) => importGithub(new TextEncoder().encode(text));

function stepsOf(text: string | undefined): UnitStep[] {
  const { workflow, findings } = readMarkdown(new TextEncoder().encode(text ?? ""));
  expect(findings).toEqual([]);
  return (workflow?.steps ?? []).filter((step) => step.kind === "unit");
}

const CI = `name: CI
on:
  push:
    branches: [main]
  workflow_dispatch:
permissions: read-all
env:
  CI: true
  TIER: 3.10
defaults:
  run: { working-directory: server }
jobs:
  build:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@v4
        with: { fetch-depth: 0 }
      - uses: actions/setup-node@v4
        with: { node-version: 22, cache: npm }
      - name: Install everything
        run: npm ci
      - run: |
          set -x
          if [ -n "$X" ]; then
            echo "a b"
          fi

          npm test | tee log
        shell: bash
        env: { TOKEN: "\${{ secrets.NPM_TOKEN }}", TIER: low }
        continue-on-error: true
        timeout-minutes: 5
      - id: last
        run: pwd
        working-directory: .
        if: success()
`;

const oneStep = (lines: string, jobLines = "") =>
  `on: push\njobs:\n  build:\n    runs-on: self-hosted\n${jobLines}    steps:\n${lines
    .split("\n")
    .map((line) => `      ${line}`)
    .join("\n")}\n`;

describe("importGithub", () => {
  test("converts what has a counterpart", () => {
    const { text, refusals } = convert(CI);
    expect(refusals).toEqual([]);
    expect(text).toBe(`---
type: workflow
description: "CI"
defaults: { timeout: 15m }
steps:
  - id: install-everything
    unit:
      exec:
        command:
          - bash
          - -e
          - -c
          - "npm ci"
        cwd: "server"
      env:
        CI: { value: "true" }
        TIER: { value: "3.10" }
  - id: set-x-if-n
    unit:
      exec:
        command:
          - bash
          - --noprofile
          - --norc
          - -e
          - -o
          - pipefail
          - -c
          - |
            set -x
            if [ -n "$X" ]; then
              echo "a b"
            fi

            npm test | tee log
        cwd: "server"
      timeout: 5m
      on_error: continue
      env:
        CI: { value: "true" }
        TIER: { value: "low" }
        TOKEN: secrets/NPM_TOKEN
  - id: last
    unit:
      exec:
        command:
          - bash
          - -e
          - -c
          - pwd
        cwd: "."
      env:
        CI: { value: "true" }
        TIER: { value: "3.10" }
---

# CI

Converted from a GitHub workflow.

## install-everything

Line 21: Install everything

## set-x-if-n

Line 23: runs a script of bash.

## last

Line 34: runs a script of bash.
`);
    expect(stepsOf(text)).toHaveLength(3);
  });

  test("notes what it leaves out, each with its line", () => {
    expect(convert(CI).notes.map(({ line, message }) => `${line} ${message}`)).toEqual([
      "2 `push` of `on` is left out: akm starts nothing by itself",
      "6 `permissions` is left out: akm hands out no token",
      "14 `runs-on: ubuntu-latest` is left out: the steps run on this machine",
      expect.stringMatching(/^15 `timeout-minutes` bounds each step.*--timeout 15m/),
      expect.stringMatching(/^17 `actions\/checkout@v4` \(fetch-depth: 0\) is left out/),
      expect.stringMatching(
        /^19 `actions\/setup-node@v4` \(node-version: 22, cache: npm\) is left out: install/,
      ),
      expect.stringMatching(
        /^31 `TOKEN` is taken from the secret `secrets\/NPM_TOKEN`: .*akm secret set NPM_TOKEN/,
      ),
      expect.stringMatching(/^37 `if: success\(\)` is how every step runs/),
    ]);
  });

  test.each<[string, string[]]>([
    ["", ["bash", "-e", "-c", "make"]],
    ["bash", ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", "make"]],
    ["sh", ["sh", "-e", "-c", "make"]],
    ["pwsh", ["pwsh", "-NoProfile", "-Command", "$ErrorActionPreference = 'stop'\nmake"]],
    ["python", ["python", "-c", "make"]],
  ])("gives a script to the shell %s as GitHub does", (shell, command) => {
    const { text } = convert(oneStep(`- run: make${shell === "" ? "" : `\n  shell: ${shell}`}`));
    expect(stepsOf(text)[0]?.unit.exec?.command).toEqual(command);
  });

  test("a job on Windows gives its scripts to PowerShell", () => {
    const { text } = convert(oneStep("- run: make").replace("self-hosted", "windows-latest"));
    expect(stepsOf(text)[0]?.unit.exec?.command[0]).toBe("pwsh");
  });

  test("a step that says nothing may take as long as on GitHub", () => {
    expect(convert(oneStep("- run: make")).text).toContain("defaults: { timeout: 6h }");
    expect(convert(oneStep("- run: make\n  timeout-minutes: 0.5")).text).toContain("timeout: 30000ms");
  });

  test("ids are those written, else made of what a step is called, each once", () => {
    const steps =
      "- run: make\n- run: make\n- { id: own, run: x }\n- { name: 1. Größe, run: x }\n- { name: '?', run: '!' }";
    expect(stepsOf(convert(oneStep(steps)).text).map(({ id }) => id)).toEqual([
      "make",
      "make-2",
      "own",
      "gr-e",
      "step",
    ]);
  });

  describe("text that YAML could take for something else is text to every reader", () => {
    const WORDS = ["true", "False", "null", "NULL", "~", "yes", "No", "on", "OFF", "y", "n", "Y"];
    const NUMBERS = [
      "1",
      "0",
      "-1",
      "1e3",
      "0x1f",
      "0o17",
      "017",
      "1_000",
      "190:20:30",
      ".5",
      ".inf",
      ".NaN",
    ];
    const OTHERS = [
      "2024-01-31",
      "2024-01-31T10:00:00Z",
      "=",
      "<<",
      "-",
      "---",
      "--no",
      "&a",
      "*a",
      "!t",
      "_1",
    ];

    test.each([...WORDS, ...NUMBERS, ...OTHERS])("%s", (word) => {
      const called = JSON.stringify(word);
      const isName = /^[A-Za-z_]+$/.test(word);
      const { text = "" } = convert(
        oneStep(
          `- id: ${isName ? called : "a"}\n  run: ${called}\n  env: { ${isName ? called : "A"}: ${called} }\n- name: ${called}\n  run: make`,
        ),
      );
      const [step] = stepsOf(text);
      expect(step?.unit.exec?.command.at(-1)).toBe(word);
      expect(step?.unit.env).toMatchObject([{ value: word }]);
      const [, frontMatter = ""] = text.split("---\n");
      for (const version of ["1.1", "1.2"] as const) {
        const { steps } = parse(frontMatter, { version }) as {
          steps: { id: unknown; unit: { exec: { command: unknown[] }; env?: Record<string, unknown> } }[];
        };
        expect(steps.map(({ id }) => typeof id)).toEqual(["string", "string"]);
        expect(steps[0]?.unit.exec.command.at(-1)).toBe(word);
        if (isName) expect(steps[0]).toMatchObject({ id: word, unit: { env: { [word]: { value: word } } } });
      }
    });
  });

  test.each<[string, string, string, RegExp]>([
    ["a matrix", "- run: make", "    strategy: { matrix: { a: [1] } }\n", /`strategy`.*matrix/],
    ["services", "- run: make", "    services: { a: { image: b } }\n", /`services`/],
    ["a container", "- run: make", "    container: a\n", /`container`/],
    ["a job's condition", "- run: make", "    if: a\n", /`if`/],
    [
      "a failure that does not count",
      "- run: make",
      "    continue-on-error: true\n",
      /failure does not count/,
    ],
    ["an unknown key of a job", "- run: make", "    stepz: []\n", /`stepz` of the job `build`/],
    ["an expression in a script", `- run: echo \${{ github.sha }}`, "", /holds an expression/],
    [
      "an expression in env",
      `- run: make\n  env: { A: 'x \${{ secrets.B }}' }`,
      "",
      /`A` holds an expression/,
    ],
    ["a condition", "- run: make\n  if: always()", "", /`if: always\(\)`/],
    [
      "what only GitHub sets",
      `- run: echo a >> "$GITHUB_OUTPUT"; echo \${RUNNER_OS}`,
      "",
      /`GITHUB_OUTPUT`, `RUNNER_OS`/,
    ],
    ["an action", "- uses: acme/deploy@v1", "", /`acme\/deploy@v1` has no counterpart/],
    ["a local action", "- uses: ./setup", "", /`.\/setup`/],
    ["another repository", "- uses: actions/checkout@v4\n  with: { repository: a/b }", "", /`repository`/],
    ["an unknown shell", "- run: make\n  shell: perl {0}", "", /`perl \{0\}`/],
    [
      "a directory outside",
      "- run: make\n  working-directory: ../b",
      "",
      /`working-directory` holds a \.\. segment/,
    ],
    ["a script that is too long", `- run: ${"a".repeat(4097)}`, "", /4097 bytes/],
    ["an unknown key of a step", "- run: make\n  runn: x", "", /`runn` of a step/],
    ["a step of nothing", "- name: a", "", /neither/],
    ["nothing that runs", "- uses: actions/checkout@v4", "", /no step is left/],
    ["a variable that cannot be", "- run: make\n  env: { 'A B': c }", "", /`A B`/],
  ])("refuses %s, and nothing else", (_what, steps, jobLines, message) => {
    const { text, refusals } = convert(oneStep(steps, jobLines));
    expect(text).toBeUndefined();
    expect(refusals.map((refusal) => refusal.message)).toEqual([expect.stringMatching(message)]);
  });

  test("refuses several jobs, and tells of each what would stand in the way", () => {
    const { refusals } = convert(
      "on: push\njobs:\n  a: { steps: [{ run: x }] }\n  b: { needs: a, if: c, steps: [] }",
    );
    expect(refusals.map(({ line, column, code }) => `${line}:${column} ${code}`)).toEqual([
      "4:3 multi-job-unsupported",
      "4:8 multi-job-unsupported",
      "4:18 import-refused",
    ]);
  });

  test.each(["", "- a", "on: push", "on: push\njobs: {}", "on: push\njobs: [a]", "name: [\n"])(
    "%j is no workflow to convert",
    (source) => {
      const { text, refusals } = convert(source);
      expect(text).toBeUndefined();
      expect(refusals.length).toBeGreaterThan(0);
    },
  );

  test("whatever the script, the step runs exactly it", () => {
    const script = fc.oneof(
      fc.string({ unit: "grapheme-composite", minLength: 1, maxLength: 60 }),
      fc
        .array(
          fc.constantFrom(
            "a",
            " ",
            "\n",
            "  ",
            "\t",
            "#",
            "-",
            "---",
            ":",
            "'",
            '"',
            "\\",
            "é",
            "\u2028",
            "|",
            "## a",
          ),
          {
            minLength: 1,
            maxLength: 30,
          },
        )
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(script, (run) => {
        fc.pre(
          run.trim() !== "" && !/[\ud800-\udfff](?![\udc00-\udfff])/.test(run) && !run.includes("\u0000"),
        );
        const source = oneStep(
          `- run: ${JSON.stringify(run).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, escaped)}`,
        );
        const { text, refusals } = convert(source);
        if (refusals.length > 0) return;
        expect(stepsOf(text)[0]?.unit.exec?.command.at(-1)).toBe(run);
      }),
      { numRuns: 500 },
    );
  });

  test("whatever the names, what is written is a workflow", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 30 }),
        fc.string({ maxLength: 20 }),
        (title, name) => {
          const quote = (value: string) =>
            JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, escaped);
          const source = `name: ${quote(title)}\n${oneStep(`- { run: make, name: ${quote(name)} }`)}`;
          const { text, refusals } = convert(source);
          if (refusals.length === 0) expect(stepsOf(text)).toHaveLength(1);
        },
      ),
      { numRuns: 300 },
    );
  });

  const folder = path.join(ROOT, "test/fixtures/github-workflows");
  test.each(readdirSync(folder).filter((file) => file.endsWith(".yml")))(
    "%s converts or is refused whole",
    (file) => {
      const { text, refusals } = importGithub(readFileSync(path.join(folder, file)));
      if (text === undefined) expect(refusals.length).toBeGreaterThan(0);
      else expect(stepsOf(text).length).toBeGreaterThan(0);
    },
  );

  test("never throws, whatever the bytes", () => {
    fc.assert(
      fc.property(
        fc.nat(CI.length - 1),
        fc.constantFrom("\n", ":", "{", "- ", "x", "\r", "&a"),
        (at, word) => {
          const { text, refusals } = convert(CI.slice(0, at) + word + CI.slice(at + 1));
          expect(text === undefined).toBe(refusals.length > 0);
        },
      ),
      { numRuns: 300 },
    );
  });
});

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
