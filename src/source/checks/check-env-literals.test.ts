import { describe, expect, test } from "vitest";
import { HEAD, markdown } from "../../../test/rig/workflow-source.ts";
import { readMarkdown } from "../read-markdown.ts";

function found(env: string): string[] {
  const steps = `  - id: a\n    unit: { exec: { command: [make] }, env: ${env} }`;
  const { findings } = readMarkdown(Buffer.from(markdown(`${HEAD}steps:\n${steps}`)));
  return findings.map(({ line, severity, code }) => `${line} ${severity} ${code}`);
}

describe("a literal of a unit's environment", () => {
  test.each([
    ["plain", "{ MODE: { value: fast } }", []],
    ["empty, whatever its name", '{ API_TOKEN: { value: "" } }', []],
    ["from a secret", "{ API_TOKEN: secrets/token }", []],
    ["named like a secret", "{ API_TOKEN: { value: hunter2 } }", ["6 warning literal-secret"]],
    [
      "spelled like one",
      "[env/ci, { HEADER: { value: ghp_0123456789abcdef } }]",
      ["6 warning literal-secret"],
    ],
    [
      "too short to be redacted",
      "{ PASSWORD: { value: abc } }",
      ["6 warning literal-secret", "6 warning short-secret"],
    ],
  ])("that is %s", (_, env, findings) => {
    expect(found(env)).toEqual(findings);
  });
});
