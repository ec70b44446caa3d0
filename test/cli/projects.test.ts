import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { AkmHome } from "../rig/akm-home.ts";
import { githubText } from "../rig/github-source.ts";

/** A machine without a bundle of its own, where a project is all there is. */
function bare() {
  const home = new AkmHome();
  rmSync(join(home.root, "bundle"), { recursive: true });
  const akm = (...words: string[]) => home.akm(words, { env: { AKM_BUNDLE_DIR: undefined } });
  return { home, akm };
}

describe("akm init", () => {
  test("sets up a project whose workflow runs at once, and is idempotent", () => {
    const { home, akm } = bare();
    expect(akm("init").json()).toEqual({
      ok: true,
      shape: "init",
      schemaVersion: 1,
      dir: home.root,
      created: [".akm/config.json", ".akm/workflows/hello.md", ".akm/.gitignore"],
    });
    expect(akm("init").json()).toMatchObject({ created: [] });
    const done = akm("workflow", "run", "workflows/hello", "--names", "Ada", "--names", "Grace");
    expect(done.status).toBe(0);
    expect(done.json()).toMatchObject({
      run: {
        workflowRef: "project//workflows/hello",
        outputs: { greetings: ["Hello, Ada!", "Hello, Grace!"], count: 2 },
      },
    });
    expect(akm("lint", "--fail-on-flagged").status).toBe(0);
  });

  test("takes a directory", () => {
    const { home, akm } = bare();
    expect(akm("init", "sub/project").json()).toMatchObject({ dir: join(home.root, "sub/project") });
    expect(home.has("sub/project/.akm/workflows/hello.md")).toBe(true);
  });
});

describe("akm workflow create", () => {
  // shows: schema-360c
  test("writes a starter that runs with no engine", () => {
    const { home, akm } = bare();
    expect(akm("workflow", "create", "demo").json()).toEqual({
      ok: true,
      shape: "workflow-create",
      schemaVersion: 1,
      ref: "project//workflows/demo",
      path: join(home.root, ".akm/workflows/demo.md"),
      bundleDir: join(home.root, ".akm"),
    });
    expect(home.read(".akm/workflows/demo.md")).toContain("### gate");
    const done = akm("workflow", "run", "workflows/demo", "--who", "Ada");
    expect(done.json()).toMatchObject({ done: true, run: { outputs: { greeting: "Hello, Ada!" } } });
  });

  test("replaces only what it is told to replace, with what it is told", () => {
    const { home, akm } = bare();
    akm("workflow", "create", "demo");
    const [exists, vague] = [akm("workflow", "create", "demo"), akm("workflow", "create", "demo", "--force")];
    expect([exists.status, exists.error().code]).toEqual([2, "RESOURCE_ALREADY_EXISTS"]);
    expect([vague.status, vague.error().code]).toEqual([2, "MISSING_REQUIRED_ARGUMENT"]);

    home.write("own.md", "---\ntype: workflow\ndescription: own\nsteps:\n  - id: a\n---\n## a\nDo it.\n");
    expect(akm("workflow", "create", "demo", "--force", "--from", "own.md").status).toBe(0);
    expect(home.read(".akm/workflows/demo.md")).toBe(home.read("own.md"));
    expect(akm("workflow", "create", "demo", "--force", "--reset").status).toBe(0);
    expect(home.read(".akm/workflows/demo.md")).toContain("AKM_PARAMS");
  });

  test("copies nothing that is no workflow", () => {
    const { home, akm } = bare();
    home.write("bad.md", "# nothing\n");
    const refused = akm("workflow", "create", "demo", "--from", "bad.md");
    expect([refused.status, refused.error().code]).toEqual([2, "WORKFLOW_SOURCE_INVALID"]);
    expect(home.has(".akm")).toBe(false);
  });

  test("--print writes nothing, and prints the text itself", () => {
    const { home, akm } = bare();
    const printed = akm("workflow", "create", "demo", "--print");
    expect(printed.stdout).toMatch(/^---\ntype: workflow\n/);
    expect(home.has(".akm")).toBe(false);
  });
});

describe("akm workflow plan and akm show", () => {
  // shows: schema-485a, schema-491a, schema-508b, schema-511a
  test("print the documented shapes, and write nothing", () => {
    const home = new AkmHome();
    home.workflow(
      "two",
      [
        "params: { who: { type: string, default: Ada } }",
        "outputs: { n: { from: steps.count.output } }",
        "steps:",
        "  - id: list",
        '    unit: { exec: { command: [echo, "[1]"], pass_env: [SECRET] }, output: { type: array }, timeout: 5s }',
        "  - id: count",
        "    map: { over: steps.list.output, concurrency: 2, unit: { exec: { command: [echo, x] } } }",
      ].join("\n"),
      ["list", "count"],
    );
    const plan = home.akm(["workflow", "plan", "workflows/two"], { env: { SECRET: "hidden" } });
    expect(plan.json()).toMatchObject({
      ok: true,
      shape: "workflow-plan",
      schemaVersion: 1,
      ref: "bundle//workflows/two",
      sourceFormat: "markdown",
      irVersion: 6,
      published: false,
      params: { who: { type: "string", default: "Ada" } },
      outputs: { n: { from: "steps.count.output" } },
      steps: [
        {
          stepId: "list",
          sequenceIndex: 0,
          kind: "unit",
          targetKind: "shell",
          timeoutMs: 5000,
          expansion: { via: "direct" },
        },
        { stepId: "count", sequenceIndex: 1, kind: "map", concurrency: 2 },
      ],
    });
    expect(plan.stdout).not.toContain("hidden");
    expect(home.akm(["workflow", "plan", "workflows/two"]).json().planHash).toBe(plan.json().planHash);

    const shown = home.akm(["show", "workflows/two"], { env: { SECRET: "hidden" } });
    expect(shown.stdout).not.toContain("hidden");
    expect(shown.json()).toMatchObject({
      ok: true,
      shape: "show",
      type: "workflow",
      path: join(home.root, "bundle/workflows/two.md"),
      steps: [
        {
          id: "list",
          title: "list",
          instructions: "\nWork.\n\n",
          orchestration: { timeoutMs: 5000, exec: { command: ["echo", "[1]"], passEnv: ["SECRET"] } },
        },
        { id: "count", orchestration: { fanOut: {}, exec: { command: ["echo", "x"] } } },
      ],
    });
    expect(home.has("data/state.db")).toBe(false);
  });

  test("show in text is for people: what runs as it is typed, times as written, nothing wider than 80 columns", () => {
    const home = new AkmHome();
    const long = "a sentence that goes on, ".repeat(8);
    home.write(
      "bundle/workflows/w.md",
      [
        "---",
        "type: workflow",
        `description: ${long}`,
        `params: { names: { type: array, items: { type: string }, description: "${long}", default: [Ada] } }`,
        "steps:",
        "  - id: greet",
        "    map:",
        "      over: params.names",
        "      concurrency: 2",
        "      unit:",
        `        exec: { command: [sh, -c, "echo it's $AKM_ITEM; ${long}"], cwd: sub }`,
        "        timeout: 90s",
        "        retry: { max: 2, on: [timeout] }",
        "        output: { type: object, properties: { n: { type: integer } }, required: [n] }",
        "    gate: { approve: true }",
        "  - id: pick",
        "    route: { input: steps.greet.output, when: [{ match: a, step: last }], default: last }",
        "  - id: last",
        "    inputs: [steps.greet.output]",
        "    unit: { exec: { command: [echo, done] } }",
        "outputs: { card: { from: steps.last.output } }",
        "---",
        "",
        "# W",
        "",
        "## greet",
        "",
        long,
        "",
        "<!-- not for",
        "readers -->",
        "",
        "- An item.",
        "",
        "## last",
        "",
        "End.",
        "",
      ].join("\n"),
    );
    const { stdout, stderr } = home.akm(["show", "workflows/w", "--format", "text"]);
    expect(stderr).toBe("");
    const lines = stdout.trimEnd().split("\n");
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    for (const part of [
      "  over        params.names, at most 2 at once",
      /^ {2}runs {8}sh -c 'echo it'\\''s \$AKM_ITEM; a sentence.*…$/m,
      "  in          sub",
      "  timeout     90s",
      "  retry       2 times at most, after timeout",
      "  each makes  { n: integer }",
      "  gate        approved by a person; 1 loop at most",
      "  looks at  steps.greet.output",
      "  goes to   last when it is a",
      "  reads    steps.greet.output",
      "  card  steps.last.output",
      "  --names <array>  a sentence",
    ]) {
      expect(stdout).toMatch(part);
    }
    expect(stdout).not.toMatch(/<!--|not for|timeoutMs|\n\n\n/);
  });
});

describe("akm lint", () => {
  // shows: schema-3b, schema-298
  test("tells all findings of all files at once, and fails only when asked to", () => {
    const home = new AkmHome();
    home.write("bundle/workflows/bad.md", "---\ntype: workflow\nsteps: []\nextra: 1\n---\n");
    home.write("bundle/workflows/deep/worse.md", "no front matter\n");
    home.write("bundle/workflows/old.yaml", "name: x\n");
    home.chain("good", { a: "true" });
    const found = home.akm(["lint", "--type", "workflows"]);
    expect(found.status).toBe(0);
    expect(found.json()).toMatchObject({ ok: true, shape: "lint", summary: { files: 4, fixed: 0 } });
    expect([...new Set(found.json().findings.map(({ file }) => file))]).toEqual([
      "workflows/bad.md",
      "workflows/deep/worse.md",
      "workflows/old.yaml",
    ]);
    expect(home.akm(["lint", "--fail-on-flagged"]).status).toBe(1);
    expect(home.akm(["lint", "--fail-on-flagged", "--format", "text"]).stdout).toMatch(
      /^workflows\/bad\.md:\d+:\d+ {2}error {2}/,
    );
  });

  // shows: schema-331b, schema-335d
  test("says where a schema asks for what is not enforced; such a file is not copied either", () => {
    const home = new AkmHome();
    const lines = [
      "type: workflow",
      "description: d",
      "params:",
      "  tag: { type: strig }",
      "steps:",
      "  - id: a",
      "    output: { pattern: x }",
    ];
    home.write("bundle/workflows/odd.md", `---\n${lines.join("\n")}\n---\n## a\nDo it.\n`);
    expect(home.akm(["lint", "--type", "workflows"]).json().findings).toMatchObject([
      { line: 5, code: "invalid-schema", message: expect.stringContaining('did you mean "string"?') },
      { line: 8, code: "invalid-schema", message: expect.stringContaining('"pattern" is not enforced') },
    ]);
    const refused = home.akm(["workflow", "create", "copy", "--from", "bundle/workflows/odd.md"]);
    expect([refused.status, refused.error().code]).toEqual([2, "WORKFLOW_SOURCE_INVALID"]);
  });

  test("names a file that cannot be read and checks the others", () => {
    const home = new AkmHome();
    home.write("bundle/workflows/bad.md", "# nothing\n");
    symlinkSync("nowhere", join(home.root, "bundle/workflows/gone.md"));
    const { findings } = home.akm(["lint"]).json();
    expect(findings.map(({ file }) => file)).toEqual(
      expect.arrayContaining(["workflows/bad.md", "workflows/gone.md"]),
    );
    expect(findings).toContainEqual(
      expect.objectContaining({ file: "workflows/gone.md", code: "unreadable" }),
    );
  });

  test("looks where it is told", () => {
    const home = new AkmHome();
    home.write("other/workflows/x.md", "");
    expect(home.akm(["lint", "--dir", "other"]).json().findings.length).toBeGreaterThan(0);
    expect(home.akm(["lint", "--dir", "none"]).error().code).toBe("ASSET_NOT_FOUND");
    expect(home.akm(["lint", "--type", "task"]).error().code).toBe("INVALID_FLAG_VALUE");
  });
});

describe("akm lint --type", () => {
  const mixed = () => {
    const home = new AkmHome();
    home.write("bundle/workflows/bad.yml", "on: push\njobs: {}\n");
    home.write("bundle/workflows/good.yml", githubText("- id: s\n  run: make"));
    home.write("bundle/tasks/good.yml", "version: 4\nrun: make\n");
    home.write("bundle/tasks/bad.yml", "version: 3\n");
    home.write("bundle/tasks/old.yaml", "version: 4\nrun: make\n");
    return home;
  };
  const found = (...words: string[]) => {
    const { findings } = mixed()
      .akm(["lint", ...words])
      .json();
    return findings.map(({ file, line, code }) => `${file}:${line} ${code}`);
  };
  const workflows = ["workflows/bad.yml:1 unsupported-trigger", "workflows/bad.yml:2 multi-job-unsupported"];
  const tasks = ["tasks/bad.yml:1 unsupported-task-version", "tasks/old.yaml:1 extension"];

  // shows: schema-3b
  test("checks workflows in both formats", () => expect(found("--type", "workflows")).toEqual(workflows));
  test("checks tasks", () => expect(found("--type", "tasks")).toEqual(tasks));
  test("unset, checks both", () => expect(found()).toEqual([...workflows, ...tasks]));
});

describe("akm config", () => {
  // shows: engine-252
  test("sets, shows and unsets, in the user's file or the project's", () => {
    const { home, akm } = bare();
    akm("init");
    expect(akm("config", "set", "workflow.maxConcurrency", "8").json()).toMatchObject({
      shape: "config",
      value: 8,
      origin: "user",
    });
    akm("config", "set", "workflow.maxConcurrency", "3", "--project");
    expect(akm("config", "get", "workflow.maxConcurrency").json()).toMatchObject({
      value: 3,
      origin: "project",
    });
    expect(akm("config", "list").json()).toMatchObject({
      shape: "config",
      config: { workflow: { maxConcurrency: 3 } },
      origins: { "workflow.maxConcurrency": "project" },
    });
    akm("config", "unset", "workflow.maxConcurrency", "--project");
    expect(akm("config", "get", "workflow.maxConcurrency", "--format", "text").stdout).toBe("8\n");
    expect(akm("config", "path", "--format", "text").stdout).toBe(`${join(home.root, "conf/config.json")}\n`);
    expect(akm("config", "get", "defaults.engine").json()).not.toHaveProperty("value");
    expect(akm("config", "get", "workflow.defaultMapConcurrency", "--format", "text").stdout).toBe(
      "not set (default: 4)\n",
    );
    expect(akm("config", "get", "engines.coder", "--format", "text").stdout).toBe("not set\n");
  });

  test("are listed in text a line a setting, within 80 columns", () => {
    const { akm } = bare();
    const endpoint = `http://127.0.0.1:1/${"v".repeat(80)}/chat/completions`;
    akm("config", "set", "engines.local", JSON.stringify({ kind: "llm", endpoint, model: "small" }));
    const { stdout } = akm("config", "list", "--format", "text");
    expect(stdout).toMatch(/^ {2}engines\.local\.kind +"llm" +user$/m);
    expect(stdout).toMatch(/^ {2}engines\.local\.endpoint +"http:\/\/127\.0\.0\.1:1\/v+… +user$/m);
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  test("a broken file stops what needs it, and is mended by config itself", () => {
    const home = new AkmHome();
    home.chain("a", { a: "true" });
    home.write("conf/config.json", '{"outptu": {"format": "text"}}');
    const refused = home.run("a");
    expect([refused.status, refused.error().code]).toEqual([78, "INVALID_CONFIG_FILE"]);
    expect(refused.error().error).toMatch(/outptu.*did you mean output/);
    expect(home.akm(["config", "unset", "outptu"]).status).toBe(0);
    expect(home.run("a").status).toBe(0);
    home.write("conf/config.json", "{");
    expect(
      home
        .akm(["doctor"])
        .json()
        .checks.find(({ id }) => id === "config")?.status,
    ).toBe("fail");
    const told = home
      .akm(["doctor"])
      .json()
      .checks.filter(({ status }) => status === "fail");
    expect(told.map(({ id, fix }) => [id, fix])).toEqual([
      ["config", expect.stringMatching(/^Correct the file: it must be one JSON object/)],
    ]);
    expect(home.akm(["workflow", "list"]).status).toBe(78);
    home.write(".git/HEAD", "");
    expect(home.akm(["workflow", "list", "--format", "json"]).status).toBe(0);
  });

  test("unknown keys and values are refused by name", () => {
    const home = new AkmHome();
    expect(home.akm(["config", "get", "output.fromat"]).error()).toMatchObject({
      code: "INVALID_FLAG_VALUE",
      hint: "Did you mean output.format?",
    });
    const refused = home.akm(["config", "set", "output.format", "xml"]);
    expect([refused.status, refused.error().code]).toEqual([2, "INVALID_FLAG_VALUE"]);
    expect(home.akm(["config", "set", "output.format"]).error().code).toBe("MISSING_REQUIRED_ARGUMENT");
  });
});

describe("akm doctor", () => {
  test("finds nothing wrong with a machine that is right", () => {
    const home = new AkmHome();
    home.chain("a", { a: "true" });
    home.run("a");
    const found = home.akm(["doctor"], { env: { LANG: "C.UTF-8" } });
    expect(found.status).toBe(0);
    expect(found.json()).toMatchObject({ ok: true, shape: "doctor" });
    expect(found.json().checks.filter(({ status }) => status !== "pass")).toEqual([]);
  });

  test("names what is wrong, each with its remedy", () => {
    const home = new AkmHome();
    home.write("data/workflow-run-locks/00000000-0000-4000-8000-000000000000.lock", "{");
    const found = home.akm(["doctor"], {
      env: { AKM_HOST_CONCURRENCY: "many", AKM_BUNDLE_DIR: "/none", LANG: "C", PATH: "" },
    });
    expect(found.status).toBe(1);
    const wrong = found.json().checks.filter(({ status }) => status !== "pass");
    expect(wrong.map(({ id }) => id)).toEqual([
      "run-locks",
      "bundles",
      "git",
      "host-concurrency",
      "terminal",
    ]);
    for (const check of wrong) expect(check.fix).toBeTruthy();
  });
});

describe("completions", () => {
  test.each(["bash", "zsh", "fish", "powershell"])(
    "%s gets a script as it is, whatever the format",
    (shell) => {
      const home = new AkmHome();
      expect(home.akm(["completions", shell]).stdout).toContain("akm");
      expect(home.akm(["completions", shell, "--format", "json"]).stdout).not.toMatch(/^\{/);
    },
  );

  test("offer commands, flags, refs and run ids", () => {
    const home = new AkmHome();
    home.chain("ship", { a: "true" });
    home.run("ship");
    const { id } = home.newestRun();
    const offered = (...words: string[]) => home.akm(["complete", "--", ...words]).stdout;
    expect(offered("work")).toContain("workflow");
    expect(offered("workflow", "ru")).toContain("run\t");
    expect(offered("workflow", "run", "--max-s")).toContain("--max-steps");
    expect(offered("workflow", "run", "workflows/s")).toContain("workflows/ship");
    expect(offered("workflow", "status", "")).toContain(id);
    expect(offered("workflow", "list", "--format", "")).toContain("jsonl");
    expect(offered("config", "get", "wor")).toContain("workflow.maxConcurrency");
  });

  test("an unknown shell is refused", () => {
    expect(new AkmHome().akm(["completions", "tcsh"]).error().code).toBe("INVALID_FLAG_VALUE");
  });
});

describe("two projects of one git repository", () => {
  const STOPS_ONCE =
    "---\ntype: workflow\ndescription: Stops\nsteps:\n  - id: a\n    unit: { exec: { command: [sh, -c, '[ -e ok ]'] } }\n---\n\n# Demo\n\n## a\n\nWork.\n";

  function repository() {
    const home = new AkmHome();
    home.write(".git/HEAD", "ref: refs/heads/main\n");
    for (const project of ["a", "b"]) home.write(`${project}/.akm/workflows/demo.md`, STOPS_ONCE);
    const akm = (project: string, ...words: string[]) =>
      home.akm(["workflow", ...words], {
        cwd: join(home.root, project),
        env: { AKM_BUNDLE_DIR: undefined },
      });
    return { home, akm };
  }

  test("have workflows of the same ref, and each goes on with its own run", () => {
    const { akm } = repository();
    const first = akm("a", "run", "workflows/demo", "--max-steps", "0").json();
    const other = akm("b", "run", "workflows/demo", "--max-steps", "0").json();
    expect(other).not.toHaveProperty("resumed");
    expect(other.run).toMatchObject({ workflowRef: first.run.workflowRef, scopeKey: first.run.scopeKey });
    expect(other.run.id).not.toBe(first.run.id);
    expect(akm("a", "run", "workflows/demo", "--max-steps", "0").json()).toMatchObject({
      resumed: true,
      run: { id: first.run.id },
    });
    expect(akm("a", "status", "workflows/demo").json().run.id).toBe(first.run.id);
    expect(
      akm("b", "list", "--ref", "workflows/demo")
        .json()
        .runs.map(({ id }) => id),
    ).toEqual([other.run.id]);
  });

  test("one whose file is gone goes on with its own run and no other", () => {
    const { home, akm } = repository();
    const mine = akm("a", "run", "workflows/demo", "--max-steps", "0").json();
    rmSync(join(home.root, "b/.akm/workflows/demo.md"));
    expect(akm("b", "run", "workflows/demo").error().code).toBe("ASSET_NOT_FOUND");
    rmSync(join(home.root, "a/.akm/workflows/demo.md"));
    expect(akm("a", "run", "workflows/demo", "--max-steps", "0").json().run.id).toBe(mine.run.id);
  });
});

describe("the warning of earlier runs", () => {
  const earlier = ({ warnings }: { warnings: string[] }) =>
    warnings.filter((warning) => warning.startsWith("Earlier runs"));

  test("names at most three, and none that was given up or that a completed one came after", () => {
    const home = new AkmHome();
    home.chain("w", { a: "[ -e ok ]" });
    const ids = Array.from({ length: 5 }, () => home.run("w").json().run.id);
    const [five] = earlier(home.run("w").json());
    expect(ids.filter((id) => five?.includes(id))).toEqual(ids.slice(2));
    expect(five).toContain("and more");

    home.write("ok", "");
    expect(home.run("w").json().run.status).toBe("completed");
    expect(earlier(home.run("w").json())).toEqual([]);

    rmSync(join(home.root, "ok"));
    home.run("w", "--max-steps", "0");
    home.akm(["workflow", "abandon", home.newestRun().id]);
    expect(earlier(home.run("w", "--max-steps", "0").json())).toEqual([]);
  });
});
