import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Task } from "../workflow.ts";
import { readTask } from "./read-task.ts";

const read = (text: string, fileName = "tasks/deploy.yml") =>
  readTask(new TextEncoder().encode(text), fileName);

const found = (text: string) =>
  read(text).findings.map(
    ({ severity, line, column, code }) => `${severity === "warning" ? "?" : ""}${line}:${column} ${code}`,
  );

function taskIn(text: string): Task {
  const { task, findings } = read(text);
  if (task === undefined) throw new Error(`no task: ${JSON.stringify(findings, null, 1)}`);
  return task;
}

const RICH = `version: 4
name: Deploy
description: Put a version on a channel
run: |
  deploy "$CHANNEL" && echo done
shell: bash
inputs:
  channel: { type: string, enum: [beta, stable], default: beta }
  version: { type: string, required: true }
  options: { type: object, properties: { dry: { type: boolean } }, required: [dry] }
env: { CHANNEL: stable, DAY: 2024-12-19, EMPTY: { value: "" } }
timeout: 5m
schedule: ["0 6 * * *", "30 12 * * MON"]
redact: [TOKEN]
`;

describe("readTask", () => {
  test("reads a task that uses every key of a shell text", () => {
    expect(taskIn(RICH)).toMatchObject({
      version: 4,
      name: "Deploy",
      description: "Put a version on a channel",
      target: {
        kind: "exec",
        exec: {
          at: { line: 4, column: 6 },
          command: ["bash", "-c", 'deploy "$CHANNEL" && echo done\n'],
          passEnv: [],
        },
      },
      inputs: [
        {
          name: "channel",
          schema: { type: "string", enum: ["beta", "stable"] },
          default: "beta",
          required: false,
        },
        { name: "version", schema: { type: "string" }, required: true },
        { name: "options", schema: { type: "object", required: ["dry"] }, required: false },
      ],
      env: [
        { kind: "literal", name: "CHANNEL", value: "stable" },
        { kind: "literal", name: "DAY", value: "2024-12-19" },
        { kind: "literal", name: "EMPTY", value: "" },
      ],
      timeout: { value: 300_000 },
      schedule: ["0 6 * * *", "30 12 * * MON"],
    });
  });

  test("a bare task has no more than its target", () => {
    expect(taskIn("version: 4\nrun: make")).toEqual({
      version: 4,
      target: {
        kind: "exec",
        exec: { at: { line: 2, column: 6 }, command: ["sh", "-c", "make"], passEnv: [] },
      },
      inputs: [],
      env: [],
      schedule: [],
    });
  });

  test.each([
    ["pwsh", ["pwsh", "-NoProfile", "-Command"]],
    ["cmd", ["cmd", "/d", "/s", "/c"]],
  ])("a run is given to %s", (shell, words) => {
    expect(taskIn(`version: 4\nrun: make\nshell: ${shell}`).target).toMatchObject({
      exec: { command: [...words, "make"] },
    });
  });

  test("akm/command with a content is an instruction", () => {
    const text =
      "version: 4\nuses: akm/command\nwith: { content: 'Do $ARGUMENTS', arguments: it }\noutput: { type: string }";
    expect(taskIn(text)).toMatchObject({
      target: { kind: "instruction", content: { value: "Do it", at: { line: 3, column: 18 } } },
      output: { value: { type: "string" } },
    });
  });

  test.each([
    ["uses: akm/command\nwith: { ref: commands/x }", "commands", "commands/x"],
    ["uses: commands/x\noutput: {}", "commands", "commands/x"],
    ["uses: team//scripts/x.sh", "scripts", "team//scripts/x.sh"],
    ["uses: workflows/x", "workflows", "workflows/x"],
  ])("%j is an asset", (lines, family, ref) => {
    expect(taskIn(`version: 4\n${lines}`).target).toMatchObject({ kind: "asset", uses: { family, ref } });
  });

  test("a schedule may be one line", () => {
    expect(taskIn("version: 4\nrun: make\nschedule: 0 6 * * *").schedule).toEqual(["0 6 * * *"]);
  });

  test.each<[string, string, string[]]>([
    ["no version", "run: make", ["1:1 missing-key"]],
    ["an older version, whatever else stands there", "version: 3\nfoo: 1", ["1:10 unsupported-task-version"]],
    ["a newer version", "run: make\nversion: 5", ["2:10 unsupported-task-version"]],
    ["a version between", "version: 4.1", ["1:10 unsupported-task-version"]],
    ["a version in quotes", 'version: "4"\nrun: make', ["1:10 wrong-type"]],
    ["no target", "version: 4", ["1:1 missing-key"]],
    ["two targets", "version: 4\nrun: make\nuses: scripts/x.sh", ["3:1 conflicting-keys"]],
    ["an empty run", 'version: 4\nrun: " "', ["2:6 invalid-value"]],
    ["a number to run", "version: 4\nrun: 5", ["2:6 unquoted-text"]],
    ["NUL in a run", 'version: 4\nrun: "a\\0b"', ["2:6 invalid-text"]],
    ["too long a run", `version: 4\nrun: ${"a".repeat(4097)}`, ["2:6 out-of-bounds"]],
    ["a `with` for a run", "version: 4\nrun: make\nwith: {}", ["3:1 conflicting-keys"]],
    ["a shell for an asset", "version: 4\nuses: scripts/x.sh\nshell: sh", ["3:1 conflicting-keys"]],
    ["a `with` for an asset", "version: 4\nuses: workflows/x\nwith: { a: 1 }", ["3:1 conflicting-keys"]],
    ["another task", "version: 4\nuses: tasks/x", ["2:7 unsupported-uses-target"]],
    ["an action", "version: 4\nuses: actions/checkout@v4", ["2:7 unsupported-uses-target"]],
    ["an output of a run", "version: 4\nrun: make\noutput: {}", ["3:1 conflicting-keys"]],
    ["an output of a script", "version: 4\nuses: scripts/x.sh\noutput: {}", ["3:1 conflicting-keys"]],
    [
      "an output that is no schema",
      "version: 4\nuses: commands/x\noutput: { $ref: x }",
      ["3:11 invalid-schema"],
    ],
    ["a secret in env", "version: 4\nrun: make\nenv: { A: secrets/a }", ["3:11 invalid-value"]],
    ["a list of env", "version: 4\nrun: make\nenv: [env/dev]", ["3:6 wrong-type"]],
    ["a number in env", "version: 4\nrun: make\nenv: { A: 3.10 }", ["3:11 unquoted-text"]],
    [
      "what looks like a secret",
      "version: 4\nrun: make\nenv: { API_KEY: abcdefghijklmnop }",
      ["?3:8 literal-secret"],
    ],
    ["a bad cron line", "version: 4\nrun: make\nschedule: '0 25 * * *'", ["3:11 invalid-value"]],
    ["no cron lines", "version: 4\nrun: make\nschedule: []", ["3:11 out-of-bounds"]],
    ["a bad timeout", "version: 4\nrun: make\ntimeout: 0", ["3:10 out-of-bounds"]],
    ["a redact that is text", "version: 4\nrun: make\nredact: yes", ["3:9 wrong-type"]],
    ["an unknown key", "version: 4\nrun: make\nsteps: []", ["3:1 unknown-key"]],
    ["a list", "- version: 4", ["1:1 wrong-type"]],
    ["nothing", "", ["1:1 missing-key", "1:1 missing-key"]],
  ])("with %s is refused", (_what, text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  test.each<[string, string, string[]]>([
    ["required and a default", "{ type: string, required: true, default: a }", ["4:22 conflicting-keys"]],
    ["a default that does not fit", "{ type: integer, default: a }", ["4:23 invalid-default"]],
    ["a keyword that is not enforced", "{ pattern: a }", ["4:8 invalid-schema"]],
    ["text instead of a schema", "string", ["4:6 wrong-type"]],
    ["an unquoted default of text", "{ type: string, default: 3.10 }", ["4:31 unquoted-text"]],
  ])("an input with %s is refused", (_what, schema, expected) => {
    expect(found(`version: 4\nrun: make\ninputs:\n  a: ${schema}`)).toEqual(expected);
  });

  test("an input's name can be one", () => {
    expect(found("version: 4\nrun: make\ninputs: { a-b: {} }")).toEqual(["3:11 invalid-name"]);
  });

  test("a file of another extension is refused", () => {
    expect(read("version: 4\nrun: make", "tasks/x.yaml").findings).toMatchObject([
      { code: "unknown-extension", line: 1, column: 1 },
    ]);
  });

  test("never throws, whatever the bytes", () => {
    const words = [
      ..."version: 4 3 run: uses: with: inputs: env: $ { } [ ] - | & * ' \" # : , \n".split(" "),
      RICH,
      "\n",
    ];
    const texts = fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((parts) => parts.join(" "));
    const bytes = fc.oneof(
      texts.map((text) => new TextEncoder().encode(text)),
      fc.uint8Array({ maxLength: 100 }),
    );
    fc.assert(
      fc.property(bytes, (file) => {
        const { task, findings } = readTask(file, "x.yml");
        expect(task === undefined).toBe(findings.some(({ severity }) => severity === "error"));
      }),
      { numRuns: 300 },
    );
  });
});
