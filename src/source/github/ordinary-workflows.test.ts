import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../../../test/house/source-tree.ts";
import type { Finding } from "../findings.ts";
import { readGithub } from "./read-github.ts";

const FOLDER = path.join(ROOT, "test/fixtures/github-workflows");
const names = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".yml"))
  .map((file) => file.replace(/\.yml$/, ""));

/** `line code subject`: the subject is the first thing that the message quotes. */
function line({ line: at, code, message }: Finding): string {
  return `${at} ${code} ${/`([^`]*)`/.exec(message)?.[1] ?? ""}`.trimEnd();
}

describe("ordinary GitHub workflows", () => {
  test("are of twenty projects", () => {
    expect(names.length).toBeGreaterThanOrEqual(20);
  });

  test.each(names)("%s: each thing that akm does not do is named once, with its line", (name) => {
    const { workflow, findings } = readGithub(readFileSync(path.join(FOLDER, `${name}.yml`)));
    const named = `${findings.map(line).join("\n")}\n`;
    const expected = path.join(FOLDER, `${name}.expected.txt`);
    if (process.env.AKM_UPDATE_FIXTURES === "1") writeFileSync(expected, named);
    expect(named).toBe(readFileSync(expected, "utf8"));
    expect(workflow).toBeUndefined();
  });

  test.each(names)("%s: no line that holds such a thing is passed over", (name) => {
    const text = readFileSync(path.join(FOLDER, `${name}.yml`), "utf8");
    const { findings } = readGithub(new TextEncoder().encode(text));
    const lines = text.split("\n");
    const jobsAt = lines.indexOf("jobs:");
    const passedOver = lines.flatMap((content, index) => {
      const codes = findings.filter((finding) => finding.line === index + 1).map(({ code }) => code);
      return unsupportedIn(content, index > jobsAt)
        .filter((expected) => !codes.some((code) => expected.test(code)))
        .filter((expected) => !(expected === EXPRESSION && isInNamedBlock(lines, index, findings)))
        .map((expected) => `${index + 1} ${expected.source}: ${content.trim()}`);
    });
    expect(passedOver).toEqual([]);
  });
});

const EXPRESSION = /^(?:unsupported-expression|unknown-key)$/;

/** By where keys stand in the fixtures, which all indent by two. */
const SIGNS: readonly (readonly [sign: RegExp, code: RegExp])[] = [
  [/^(?:permissions|env|defaults|concurrency|run-name):/, /^unknown-key$/],
  [
    /^ {2}(?:push|pull_request|issues|issue_comment|merge_group|workflow_call|repository_dispatch):(?! write)/,
    /^unsupported-trigger$/,
  ],
  [/^on: (?!$)/, /^unsupported-trigger$/],
  [/\$\{\{/, EXPRESSION],
];

/** Those of jobs and of steps. */
const JOB_SIGNS: readonly (readonly [sign: RegExp, code: RegExp])[] = [
  [/^ {4}runs-on: (?!\[self-hosted\]$)/, /^unsupported-runner$/],
  [
    /^ {4}(?:permissions|env|defaults|concurrency|strategy|services|container|if|outputs|environment):/,
    /^unknown-key$/,
  ],
  [/^ {4}(?:timeout-minutes|continue-on-error|secrets|with):/, /^unknown-key$/],
  [/^ {4}needs:/, /^multi-job-unsupported$/],
  [/^ {4}uses:/, /^unsupported-uses-target$/],
  [/^ {6}(?:- | {2})(?:if|timeout-minutes|continue-on-error):/, /^unknown-key$/],
  [/^ {6}(?:- | {2})uses:/, /^unsupported-uses-target$/],
  [/^ {6}(?:- | {2})run: (?:\||.*[$|&;<>"'*])/, /^unsupported-run$/],
];

function unsupportedIn(content: string, isInJobs: boolean): RegExp[] {
  const own = SIGNS.filter(([sign]) => sign.test(content));
  const written = content.replace(/\$\{\{.*?\}\}/g, "");
  const ofJobs = isInJobs ? JOB_SIGNS.filter(([sign]) => sign.test(written)) : [];
  return [...own, ...ofJobs].map(([, code]) => code);
}

/** The expressions of a text of several lines are named together, at the first of them. */
function isInNamedBlock(lines: readonly string[], index: number, findings: readonly Finding[]): boolean {
  const depth = (at: number) => lines[at]?.search(/\S/) ?? -1;
  for (let at = index; at >= 0 && depth(at) >= depth(index); at--) {
    if (
      findings.some(({ line: found, message }) => found === at + 1 && /\d more in this value/.test(message))
    )
      return true;
  }
  return false;
}
