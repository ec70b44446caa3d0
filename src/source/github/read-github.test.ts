import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  foundInYml,
  githubText,
  messagesInYml,
  readYml,
  STEPS_LINE,
  stepsInYml,
  workflowInYml,
} from "../../../test/rig/github-source.ts";

const LOCAL_CHECKS = `name: Local checks
on:
  schedule:
    - cron: "0 6 * * *"
  workflow_dispatch: {}
jobs:
  checks:
    runs-on: [self-hosted]
    steps:
      - id: lint
        run: bun run lint
      - id: review
        uses: akm/command
        with:
          ref: commands/review
`;

const PROBE = "- id: s\n  run: make";
const on = (lines: string) => githubText(PROBE, lines);
const job = (lines: string) =>
  `on: workflow_dispatch\njobs:\n  main:\n    steps: [{ id: s, run: make }]\n${lines}`;

describe("readGithub", () => {
  // shows: schema-11c, schema-21c
  test("reads a whole workflow", () => {
    expect(workflowInYml(LOCAL_CHECKS)).toEqual({
      sourceIrVersion: 1,
      format: "github-yaml",
      title: "Local checks",
      description: "Local checks",
      preamble: "",
      params: [],
      defaults: {},
      outputs: [],
      budget: {},
      steps: [
        {
          kind: "unit",
          id: "lint",
          at: { line: 10, column: 13 },
          instructions: "",
          inputs: [],
          unit: {
            at: { line: 10, column: 9 },
            exec: { at: { line: 11, column: 14 }, command: ["sh", "-c", "bun run lint"], passEnv: [] },
            env: [],
          },
        },
        {
          kind: "unit",
          id: "review",
          at: { line: 12, column: 13 },
          instructions: "",
          inputs: [],
          unit: {
            at: { line: 12, column: 9 },
            uses: { at: { line: 13, column: 15 }, family: "commands", ref: "commands/review" },
            env: [],
          },
        },
      ],
    });
  });

  test.each([
    ["the document's name", "name: All\non: workflow_dispatch", "All", "All"],
    ["the job's id", "on: workflow_dispatch", "main", "The steps of the job main"],
  ])("is called by %s", (_what, head, title, description) => {
    expect(workflowInYml(githubText(PROBE, head))).toMatchObject({ title, description });
  });

  // shows: schema-46b
  test("is called by the job's name where the document has none", () => {
    const text = job("    runs-on: [self-hosted]\n    name: Build it");
    expect(workflowInYml(text)).toMatchObject({ title: "Build it", description: "Build it" });
  });

  test("a document marker before everything, comments and CRLF are no trouble", () => {
    const text = `# why\n---\n${LOCAL_CHECKS}`.replaceAll("\n", "\r\n");
    expect(stepsInYml(text).map(({ id }) => id)).toEqual(["lint", "review"]);
  });
});

describe("on", () => {
  // shows: schema-43a, schema-43b
  test.each([
    ["a word", "on: workflow_dispatch"],
    ["a list of words", "on: [workflow_dispatch]"],
    ["an empty value", "on: { workflow_dispatch: }"],
    ["an empty mapping", "on: { workflow_dispatch: {} }"],
    ["schedules", 'on: { schedule: [{ cron: "*/15 0-6,22 1 JAN-MAR mon" }, { cron: "0 0 * * 7" }] }'],
  ])("takes %s", (_what, lines) => {
    expect(foundInYml(on(lines))).toEqual([]);
  });

  // shows: schema-43a, schema-43c, schema-44a
  test.each([
    ["a service event", "on: push", "1:5 unsupported-trigger", /`push` starts nothing here/],
    ["one in a list", "on: [workflow_dispatch, pull_request]", "1:25 unsupported-trigger", /pull_request/],
    ["one with filters", "on: { push: { branches: [main] } }", "1:7 unsupported-trigger", /`push`/],
    ["being called", "on: { workflow_call: {} }", "1:7 unsupported-trigger", /uses: workflows/],
    ["a near miss", "on: workflow_dispach", "1:5 unsupported-trigger", /did you mean `workflow_dispatch`/],
    ["inputs", "on: { workflow_dispatch: { inputs: {} } }", "1:28 unsupported-trigger", /`params`/],
    ["other keys", "on: { workflow_dispatch: { types: [] } }", "1:28 unsupported-trigger", /`types`/],
    ["text for a dispatch", "on: { workflow_dispatch: yes }", "1:26 wrong-type", /is empty/],
    ["no trigger", "on: {}", "1:5 unsupported-trigger", /no trigger/],
    ["an empty list", "on: []", "1:5 unsupported-trigger", /no trigger/],
    ["nothing", "on:", "1:4 unsupported-trigger", /no trigger/],
    ["a number", "on: [1]", "1:6 wrong-type", /names triggers/],
    ["a schedule without times", "on: schedule", "1:5 invalid-value", /cron/],
    ["no schedules", "on: { schedule: [] }", "1:17 out-of-bounds", /at least 1/],
    ["a schedule that is no list", 'on: { schedule: { cron: "* * * * *" } }', "1:17 wrong-type", /list/],
    ["four fields", 'on: { schedule: [{ cron: "* * * *" }] }', "1:26 invalid-value", /4 fields/],
    [
      "a time zone",
      'on: { schedule: [{ cron: "* * * * *", timezone: UTC }] }',
      "1:39 unknown-key",
      /times are/,
    ],
  ])("refuses %s", (_what, lines, found, message) => {
    expect(foundInYml(on(lines))).toEqual([found]);
    expect(messagesInYml(on(lines))[0]).toMatch(message);
  });

  // shows: schema-21b
  test("must be there", () => {
    expect(foundInYml("jobs: { a: { runs-on: [self-hosted], steps: [{ id: s, run: make }] } }")).toEqual([
      "1:1 missing-key",
    ]);
  });
});

describe("the root", () => {
  // shows: schema-13a, schema-21b, schema-317a
  test.each([
    ["permissions", /no token/],
    ["env", /each step/],
    ["defaults", /each step/],
    ["concurrency", /active run/],
    ["run-name", /after its workflow/],
    ["params", /Markdown/],
    ["outputs", /Markdown/],
    ["steps", /in the one job/],
    ["nmae", /did you mean `name`/],
  ])("has no `%s`", (key, message) => {
    const text = `${LOCAL_CHECKS}${key}: {}\n`;
    expect(foundInYml(text)).toEqual(["16:1 unknown-key"]);
    expect(messagesInYml(text)[0]).toMatch(message);
  });

  // shows: schema-21b
  test("is a mapping", () => {
    expect(foundInYml("- a")).toEqual(["1:1 wrong-type"]);
    expect(foundInYml("")).toEqual(["1:1 missing-key", "1:1 missing-key"]);
  });
});

describe("jobs", () => {
  // shows: schema-45a
  test.each(["jobs: {}", "jobs:"])("%s is no workflow", (line) => {
    const [found] = foundInYml(`on: workflow_dispatch\n${line}`);
    expect(found).toMatch(/^2:\d multi-job-unsupported$/);
  });

  // shows: schema-45a, schema-45c
  test("of several, each is read", () => {
    const one = "{ runs-on: [self-hosted], steps: [{ id: s, run: make }] }";
    const text = `on: workflow_dispatch\njobs:\n  a: ${one}\n  b: ${one}\n  c: { if: x, ${one.slice(1)}\n`;
    expect(foundInYml(text)).toEqual(["4:3 multi-job-unsupported", "5:8 unknown-key"]);
    expect(messagesInYml(text)[0]).toContain("there are 3 jobs (`a`, `b`, `c`)");
    expect(messagesInYml(text)[0]).toContain("uses: workflows/<name>");
  });

  // shows: schema-45d, schema-46b
  test.each(["[]", ""])("`needs: %s` needs nothing", (value) => {
    expect(foundInYml(job(`    needs: ${value}\n    runs-on: [self-hosted]`))).toEqual([]);
  });

  // shows: schema-45d
  test.each(["build", "[build]", "{ a: b }"])("`needs: %s` is another job", (value) => {
    expect(foundInYml(job(`    needs: ${value}\n    runs-on: [self-hosted]`))).toEqual([
      "5:12 multi-job-unsupported",
    ]);
  });

  // shows: schema-39b, schema-46a
  test.each(["self-hosted", "ubuntu-latest", "[self-hosted, linux]", "[]", "{ group: x }", ""])(
    "do not run on `%s`",
    (value) => {
      const [found, ...others] = readYml(job(`    runs-on: ${value}`)).findings;
      expect(found).toMatchObject({ line: 5, code: "unsupported-runner" });
      expect(found?.message).toContain("write `runs-on: [self-hosted]`");
      expect(others).toEqual([]);
    },
  );

  // shows: schema-46a
  test("need `runs-on` and `steps`", () => {
    expect(foundInYml("on: workflow_dispatch\njobs:\n  a: { name: x }")).toEqual([
      "3:6 missing-key",
      "3:6 missing-key",
    ]);
  });

  // shows: schema-39b, schema-46b
  test.each([
    ["permissions", /no token/],
    ["strategy", /`map`/],
    ["services", /in a step/],
    ["container", /container program/],
    ["if", /`route`/],
    ["env", /own `env`/],
    ["defaults", /own `shell`/],
    ["outputs", /exports `outputs`/],
    ["concurrency", /active run/],
    ["environment", /approve: true/],
    ["timeout-minutes", /--timeout/],
    ["continue-on-error", /on_error: continue/],
    ["secrets", /NAME: secrets/],
    ["with", /of the step/],
    ["setps", /did you mean `steps`/],
  ])("have no `%s`", (key, message) => {
    const text = job(`    runs-on: [self-hosted]\n    ${key}: {}`);
    expect(foundInYml(text)).toEqual(["6:5 unknown-key"]);
    expect(messagesInYml(text)[0]).toMatch(message);
  });

  test("do not call another workflow, and are then not asked for steps", () => {
    const text = "on: workflow_dispatch\njobs:\n  a: { uses: ./.github/workflows/x.yml }";
    expect(foundInYml(text)).toEqual(["3:14 unsupported-uses-target"]);
  });

  test("have an id that can be one", () => {
    expect(
      foundInYml(
        "on: workflow_dispatch\njobs: { 1a: { runs-on: [self-hosted], steps: [{ id: s, run: make }] } }",
      ),
    ).toEqual(["2:9 invalid-name"]);
  });
});

describe("a step", () => {
  const found = (steps: string) => foundInYml(githubText(steps));

  // shows: schema-47c
  test("keeps its name, env and directory", () => {
    const [step] = stepsInYml(
      githubText(`- id: s
  name: Build it
  run: make all
  shell: bash
  working-directory: packages/a
  env: [env/dev, { A: plain, B: secrets/b, C: { value: secrets/not }, D: "" }]`),
    );
    expect(step).toMatchObject({
      instructions: "Build it",
      unit: {
        exec: { command: ["bash", "-c", "make all"], cwd: "packages/a" },
        env: [
          { kind: "group", ref: "env/dev" },
          { kind: "literal", name: "A", value: "plain" },
          { kind: "secret", name: "B", ref: "secrets/b" },
          { kind: "literal", name: "C", value: "secrets/not" },
          { kind: "literal", name: "D", value: "" },
        ],
      },
    });
  });

  test("an environment is the text as it stands, for the words that other YAML changes (B38)", () => {
    const steps = "- id: s\n  run: printenv ON N D\n  env: { ON: on, N: no, D: 2024-12-19, T: 10:00 }";
    expect(stepsInYml(githubText(steps))[0]?.unit.env).toMatchObject([
      { name: "ON", value: "on" },
      { name: "N", value: "no" },
      { name: "D", value: "2024-12-19" },
      { name: "T", value: "10:00" },
    ]);
  });

  test.each(["3.10", "1", "true", "null", "~", "0x1F"])("an unquoted %s is no text (B38)", (word) => {
    const text = githubText(`- id: s\n  run: make\n  env: { A: ${word} }`);
    expect(foundInYml(text)).toEqual(["8:19 unquoted-text"]);
    expect(messagesInYml(text)[0]).toContain(`quote it: "${word}"`);
  });

  test("a %YAML directive is refused (B38)", () => {
    expect(foundInYml(`%YAML 1.1\n---\n${LOCAL_CHECKS}`)).toEqual(["1:1 yaml-directive"]);
  });

  // shows: schema-13b, schema-47a, schema-47b, schema-47c, schema-47d
  test.each<[string, string, string[]]>([
    ["no id", "- run: make", ["6:9 missing-key"]],
    ["an id with a dot", "- id: a.b\n  run: make", ["6:13 invalid-name"]],
    ["an id twice", "- id: a\n  run: make\n- id: a\n  run: make", ["8:13 duplicate-step"]],
    ["ids that differ in case", "- id: a\n  run: make\n- id: A\n  run: make", ["?8:13 case-collision"]],
    ["neither run nor uses", "- id: a", ["6:9 missing-key"]],
    ["both", "- id: a\n  run: make\n  uses: scripts/x.sh", ["8:9 conflicting-keys"]],
    ["a `with` for a command", "- id: a\n  run: make\n  with: { a: b }", ["8:9 conflicting-keys"]],
    ["an unknown shell", "- id: a\n  run: make\n  shell: fish", ["8:16 invalid-value"]],
    ["a shell for an asset", "- id: a\n  uses: scripts/x.sh\n  shell: sh", ["8:9 conflicting-keys"]],
    ["a directory for a task", "- id: a\n  uses: tasks/x\n  working-directory: b", ["8:9 conflicting-keys"]],
    ["a directory that leads out", "- id: a\n  run: make\n  working-directory: ../b", ["8:28 invalid-value"]],
    [
      "a secret in a literal",
      "- id: a\n  run: make\n  env: { API_KEY: sk-1234567890abcdefghij }",
      ["?8:16 literal-secret"],
    ],
    ["no mapping", "- make", ["6:9 wrong-type"]],
    ["a timeout", "- id: a\n  run: make\n  timeout-minutes: 5", ["8:9 unknown-key"]],
    ["a condition", "- id: a\n  run: make\n  if: always()", ["8:9 unknown-key"]],
    ["a failure let pass", "- id: a\n  run: make\n  continue-on-error: true", ["8:9 unknown-key"]],
    ["a gate", "- id: a\n  run: make\n  gate: { max_loops: 2 }", ["8:9 unknown-key"]],
  ])("with %s is refused", (_what, steps, expected) => {
    expect(found(steps)).toEqual(expected);
  });

  // shows: schema-47a
  test("without an id is told one", () => {
    const messages = messagesInYml(
      githubText("- name: Set up Node 20\n  run: make\n- run: npm run build\n- run: ./x"),
    );
    expect(messages.map((message) => /`id: (.*)`/.exec(message)?.[1])).toEqual([
      "set-up-node",
      "npm-run-build",
      "x",
    ]);
  });

  test("there are at most 256, and at least one", () => {
    const many = Array.from({ length: 257 }, (_, index) => `- { id: s${index}, run: make }`).join("\n");
    expect(found(many)).toEqual([`${STEPS_LINE}:7 out-of-bounds`]);
    expect(foundInYml("on: workflow_dispatch\njobs: { a: { runs-on: [self-hosted], steps: [] } }")).toEqual([
      "2:45 out-of-bounds",
    ]);
  });
});

describe("run", () => {
  const run = (text: string, more = "") => githubText(`- id: s\n  run: ${text}${more}`);
  const commandOf = (text: string) => stepsInYml(text)[0]?.unit.exec?.command;

  // shows: schema-48a
  test.each([
    ["exit 3", "exit 3"],
    [
      "npm test --workspace=@a/b -- --grep x_1,y:2 100% a+b",
      "npm test --workspace=@a/b -- --grep x_1,y:2 100% a+b",
    ],
    ['"  make  all "', "make  all"],
    ["|\n    make all\n", "make all"],
    [">-\n    make\n    all", "make all"],
  ])("%j is plain words", (text, line) => {
    expect(commandOf(run(text))).toEqual(["sh", "-c", line]);
  });

  test.each([
    ["sh", ["sh", "-c"]],
    ["bash", ["bash", "-c"]],
    ["zsh", ["zsh", "-c"]],
    ["pwsh", ["pwsh", "-NoProfile", "-Command"]],
    ["powershell", ["powershell", "-NoProfile", "-Command"]],
    ["cmd", ["cmd", "/d", "/s", "/c"]],
  ])("is given to %s", (shell, words) => {
    expect(commandOf(run("make all", `\n  shell: ${shell}`))).toEqual([...words, "make all"]);
  });

  // shows: schema-48a
  test.each([
    ["a && b", "7:16", "`&&`", "a step of its own"],
    ["a ; b", "7:16", "`;`", "a step of its own"],
    ["a | b", "7:16", "`|`", "uses: scripts/"],
    ["a > b 2>&1", "7:16", "`>` `&`", "uses: scripts/"],
    ["echo $HOME", "7:19", "`$`", "uses: scripts/"],
    ["echo $(date)", "7:19", "`$(` `)`", "exec: { command: [bash, -c, …] }"],
    ["echo `date`", "7:19", "`backtick`", "uses: scripts/"],
    ["ls *.ts", "7:17", "`*`", "uses: scripts/"],
    ["ls ~/x", "7:17", "`~`", "uses: scripts/"],
    ['echo "a b"', "7:19", '`"`', "uses: scripts/"],
    ["echo 'a b'", "7:19", "`'`", "uses: scripts/"],
    ["echo a\\ b", "7:20", "`\\`", "uses: scripts/"],
    ["echo {a,b}", "7:19", "`{` `}`", "uses: scripts/"],
    ["echo é", "7:19", "`é`", "uses: scripts/"],
    ["|\n    a\n    b", "7:14", "2 lines", "a step of its own"],
    ["|\n    a $X\n    b", "7:14", "2 lines and holds `$`", "uses: scripts/"],
  ])("%j is more than plain words", (text, place, named, advice) => {
    expect(foundInYml(run(text))).toEqual([`${place} unsupported-run`]);
    const [message] = messagesInYml(run(text));
    expect(message).toContain(named);
    expect(message).toContain(advice);
  });

  // shows: schema-48b
  test.each(["sh", "bash", "zsh", "pwsh", "powershell", "cmd"])("is plain words for %s too", (shell) => {
    for (const text of ["echo $HOME", "a && b", "a | b"])
      expect(foundInYml(run(text, `\n  shell: ${shell}`))).toEqual([
        expect.stringMatching(/^7:\d+ unsupported-run$/),
      ]);
  });

  // shows: schema-48b
  test.each([
    ["cmd", "echo %PATH%"],
    ["zsh", "echo =ls"],
  ])("nothing that %s alone expands", (shell, text) => {
    expect(foundInYml(run(text, `\n  shell: ${shell}`))).toEqual(["7:14 unsupported-run"]);
    expect(foundInYml(run(text))).toEqual([]);
  });

  test.each(['""', '" "'])("%s is nothing to run", (text) => {
    expect(foundInYml(run(text))).toEqual(["7:14 invalid-value"]);
  });

  test("is text, of a bounded length", () => {
    expect(foundInYml(run("5"))).toEqual(["7:14 unquoted-text"]);
    expect(foundInYml(run(""))).toEqual(["7:13 wrong-type"]);
    expect(foundInYml(run("a".repeat(4097)))).toEqual(["7:14 out-of-bounds"]);
  });
});

describe("uses", () => {
  const usesOf = (steps: string) => stepsInYml(githubText(steps))[0]?.unit.uses;

  // shows: schema-49a
  test.each([
    ["commands/review", "commands"],
    ["team//scripts/a/b.sh", "scripts"],
    ["tasks/deploy", "tasks"],
    ["my team//tasks/my task", "tasks"],
    ["workflows/release-checklist", "workflows"],
  ])("%s is an asset", (ref, family) => {
    expect(usesOf(`- id: s\n  uses: ${ref}`)).toEqual({ at: { line: 7, column: 15 }, family, ref });
  });

  test("a script may have a directory", () => {
    expect(usesOf("- id: s\n  uses: scripts/x.sh\n  working-directory: a/b")).toMatchObject({ cwd: "a/b" });
  });

  // shows: schema-49c
  test.each([
    ["actions/checkout@v4", /GitHub action.*take the step out/],
    ["actions/setup-node@v4", /tools of this machine/],
    ["dtolnay/rust-toolchain@stable", /tools of this machine/],
    ["actions/cache/restore@v4", /on disk/],
    ["docker/build-push-action@v6", /neither fetches nor runs/],
    ["./.github/actions/build", /local action/],
    ["../x", /local action/],
    ["docker://alpine:3", /Docker action/],
    ["command/review", /did you mean `commands\/review`/],
    ["commands/", /names nothing/],
    ["commands/../x", /names nothing/],
    ["workflows/a\\b", /names nothing/],
    ["env/x", /names nothing/],
    ["akm/comand", /names nothing/],
  ])("%s is no target", (target, message) => {
    const text = githubText(`- id: s\n  uses: ${target}\n  with: { any: 1 }`);
    expect(foundInYml(text)).toEqual(["7:15 unsupported-uses-target"]);
    expect(messagesInYml(text)[0]).toMatch(message);
  });
});

describe("akm/command", () => {
  const action = (input: string) => githubText(`- id: s\n  uses: akm/command\n  with: ${input}`);

  // shows: schema-49a
  test("a content is the step's instruction, its arguments put in once and as they are", () => {
    const [step] = stepsInYml(action('{ content: "Do $ARGUMENTS, then $ARGUMENTS", arguments: "$& {x}" }'));
    expect(step).toMatchObject({ instructions: "Do $& {x}, then $ARGUMENTS", unit: { env: [] } });
    expect(step?.unit).not.toHaveProperty("uses");
    expect(step?.unit).not.toHaveProperty("exec");
  });

  // shows: schema-49a
  test("a ref is a command", () => {
    expect(stepsInYml(action("{ ref: team//commands/a/b, arguments: x }"))[0]?.unit.uses).toMatchObject({
      family: "commands",
      ref: "team//commands/a/b",
      arguments: { value: "x" },
    });
  });

  // shows: schema-50j
  test.each<[string, string, string[]]>([
    ["both", "{ ref: commands/x, content: y }", ["8:9 conflicting-keys"]],
    ["neither", "{ arguments: y }", ["8:9 missing-key"]],
    ["nothing", "{}", ["8:9 missing-key"]],
    ["another asset", "{ ref: scripts/x.sh }", ["8:22 invalid-value"]],
    ["an empty content", '{ content: " " }', ["8:26 invalid-value"]],
    ["a number for arguments", "{ content: a $ARGUMENTS, arguments: 5 }", ["8:51 unquoted-text"]],
    ["an unknown key", "{ content: a, inputs: b }", ["8:29 unknown-key"]],
    ["arguments that go nowhere", "{ content: a, arguments: b }", ["?8:40 invalid-value"]],
  ])("with %s", (_what, input, expected) => {
    expect(foundInYml(action(input))).toEqual(expected);
  });

  // shows: schema-50j
  test("needs a `with`, and no directory", () => {
    expect(foundInYml(githubText("- id: s\n  uses: akm/command"))).toEqual(["7:15 missing-key"]);
    expect(
      foundInYml(githubText("- id: s\n  uses: akm/command\n  with: { content: a }\n  working-directory: b")),
    ).toEqual(["9:9 conflicting-keys"]);
  });

  test("arguments cannot make an instruction larger than one may be", () => {
    const large = "a".repeat(200 * 1024);
    const text = action(`{ content: "${large} $ARGUMENTS", arguments: ${large} }`);
    expect(readYml(text).findings.map(({ code }) => code)).toEqual(["out-of-bounds"]);
  });
});

describe("with", () => {
  const task = (input: string) =>
    githubText(
      `- id: first\n  run: make\n- id: s\n  uses: tasks/x\n  with: ${input}\n- id: last\n  run: make`,
    );

  // shows: schema-47c
  test("takes values and references", () => {
    const [, step] = stepsInYml(
      task('{ a: [1, { b: null }], c: { from: "steps.first.output.x[0]" }, d: { from: me, to: you }, e: x }'),
    );
    expect(step?.unit.uses?.with).toMatchObject({
      at: { line: 10, column: 15 },
      value: [
        { kind: "literal", name: "a", value: [1, { b: null }] },
        { kind: "reference", name: "c", from: { value: { stepId: "first", path: ["x", 0] } } },
        { kind: "literal", name: "d", value: { from: "me", to: "you" } },
        { kind: "literal", name: "e", value: "x" },
      ],
    });
  });

  test("is kept where it is empty, on any asset", () => {
    for (const ref of ["tasks/x", "commands/x", "scripts/x.sh", "workflows/x"]) {
      const [step] = stepsInYml(githubText(`- id: s\n  uses: ${ref}\n  with: {}`));
      expect(step?.unit.uses?.with).toEqual({ at: { line: 8, column: 15 }, value: [] });
    }
  });

  // shows: schema-13b, schema-50e
  test.each([
    ["what is no reference", '{ a: { from: "steps.first" } }', "10:28", /`steps.first.output`/],
    ["a number", "{ a: { from: 4 } }", "10:28", /takes a reference/],
    [
      "a param",
      "{ a: { from: params.x } }",
      "10:28",
      /does not name a declared workflow param; declared params: \(none\)/,
    ],
    ["an unknown step", "{ a: { from: steps.frist.output } }", "10:28", /did you mean `steps.first.output`/],
    ["a later step", "{ a: { from: steps.last.output } }", "10:28", /declared later/],
    ["itself", "{ a: { from: steps.s.output } }", "10:28", /this very step/],
    ["a reference with company", "{ a: { from: steps.first.output, else: 1 } }", "10:20", /stands alone/],
    ["a list", "[a]", "10:15", /mapping of values/],
    ["nothing", "", "10:15", /mapping of values/],
  ])("%s is no binding", (_what, input, place, message) => {
    expect(foundInYml(task(input))).toEqual([`${place} invalid-binding`]);
    expect(messagesInYml(task(input))[0]).toMatch(message);
  });
});

describe("expressions", () => {
  // shows: schema-51
  test("are found wherever they stand, once for each value", () => {
    const text = `name: \${{ github.workflow }}
on: workflow_dispatch
jobs:
  main:
    runs-on: [self-hosted]
    steps:
      - id: a
        run: make VERSION=\${{ inputs.version }} \${{ github.sha }}
        env:
          TOKEN: \${{ secrets.TOKEN }}
          \${{ matrix.name }}: x
      - id: b
        uses: tasks/x
        with: { a: ["\${{ steps.a.outputs.x }}"] }
`;
    const { findings } = readYml(text);
    expect(findings.map(({ line, column, code }) => `${line}:${column} ${code}`)).toEqual([
      "1:7 unsupported-expression",
      "8:27 unsupported-expression",
      "10:18 unsupported-expression",
      "11:11 unsupported-expression",
      "14:22 unsupported-expression",
    ]);
    expect(findings[1]?.message).toMatch(/\$\{\{ inputs.version \}\}` \(1 more in this value\).*`params`/);
    expect(findings[2]?.message).toMatch(/NAME: secrets/);
    expect(findings[4]?.message).toMatch(/from: steps/);
  });

  test("are not all that is said of a run", () => {
    const text = githubText(`- id: s\n  run: |\n    make $X\n    make \${{ github.ref }}`);
    expect(foundInYml(text)).toEqual(["7:14 unsupported-run", "9:16 unsupported-expression"]);
  });

  test("are named beside what else is wrong with their step", () => {
    expect(foundInYml(githubText(`- run: make \${{ github.ref }}`))).toEqual([
      "6:9 missing-key",
      "6:19 unsupported-expression",
    ]);
  });

  test("are not named beside the key that has to go with them", () => {
    expect(foundInYml(githubText(`- id: s\n  run: make\n  if: \${{ always() }}`))).toEqual([
      "8:9 unknown-key",
    ]);
  });
});

describe("whatever the bytes", () => {
  const words = [
    ..."name: on: jobs: steps: id: run: uses: with: env: shell: workflow_dispatch schedule cron needs".split(
      " ",
    ),
    ..."runs-on: [self-hosted] akm/command tasks/x { } [ ] - | > \n : ' \" & * ! # %YAML --- 1 true".split(
      " ",
    ),
    "\n",
    "  ",
    "\n      - ",
    LOCAL_CHECKS,
    `\${{ x }}`,
    "\r",
    "\u0000",
    "\ud83d\udca9",
  ];

  test("reading ends, and every finding stands inside the file", () => {
    const texts = fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((parts) => parts.join(""));
    const bytes = fc.oneof(
      texts.map((text) => new TextEncoder().encode(text)),
      fc.uint8Array({ maxLength: 200 }),
    );
    fc.assert(
      fc.property(bytes, (file) => expectInside(file)),
      { numRuns: 500 },
    );
  });

  test("a workflow with any of its characters replaced is read or refused", () => {
    fc.assert(
      fc.property(fc.nat(LOCAL_CHECKS.length - 1), fc.constantFrom(...words), (at, word) => {
        expectInside(new TextEncoder().encode(LOCAL_CHECKS.slice(0, at) + word + LOCAL_CHECKS.slice(at + 1)));
      }),
      { numRuns: 500 },
    );
  });

  function expectInside(file: Uint8Array): void {
    const text = new TextDecoder("utf-8").decode(file);
    const lines = text.split("\n");
    for (const { line, column, message } of readYml(text).findings) {
      expect(message).not.toBe("");
      expect(line).toBeGreaterThan(0);
      expect(line).toBeLessThanOrEqual(lines.length);
      expect(column).toBeGreaterThan(0);
      expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
    }
  }
});
