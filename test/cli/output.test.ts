import { spawn, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { AKM, AkmHome, until } from "../rig/akm-home.ts";

/** Runs a line of shell in which `akm` is the built command. */
function shell(home: AkmHome, line: string, env: Record<string, string> = {}) {
  const script = `akm() { "${process.execPath}" "${AKM}" "$@"; }\n${line}`;
  return spawnSync("bash", ["-c", script], { cwd: home.root, env: home.env(env), encoding: "utf8" });
}

describe("a reader that goes away", () => {
  test("ends a listing quietly", () => {
    const home = new AkmHome();
    home.chain("a", { a: "true" });
    for (let count = 0; count < 3; count++) home.run("a", "--new", "--max-steps", "0");
    for (const words of ["workflow list --format json", "--help", "workflow list --format yaml"]) {
      const { stdout, stderr } = shell(
        home,
        `akm ${words} | head -c 1 > /dev/null; echo "\${PIPESTATUS[0]}"`,
      );
      expect([stdout, stderr]).toEqual(["0\n", ""]);
    }
  });

  test("does not stop a run: it finishes, and the journal is whole", async () => {
    const home = new AkmHome();
    home.chain("q", { a: "while [ ! -e go ]; do sleep 0.05; done; echo a", b: "touch quiet.done" });
    const child = spawn(process.execPath, [AKM, "workflow", "run", "workflows/q", "--format", "jsonl"], {
      cwd: home.root,
      env: home.env(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stderr = "";
    child.stderr.on("data", (text) => {
      stderr += text;
    });
    await new Promise((first) => child.stdout.once("data", first));
    child.stdout.destroy();
    home.write("go", "");
    const status = await new Promise((settle) => child.on("exit", settle));
    expect([status, stderr]).toEqual([0, ""]);
    expect(home.has("quiet.done")).toBe(true);
    expect(home.newestRun().status).toBe("completed");
  });

  test("or was never there is no trouble", () => {
    const home = new AkmHome();
    home.chain("q", { a: "echo out; echo err >&2; touch quiet.done" });
    expect(shell(home, "akm workflow run workflows/q >&- 2>&-; echo $?").stdout).toBe("0\n");
    expect(home.has("quiet.done")).toBe(true);
  });
});

describe("stdout off a terminal", () => {
  const variants: Record<string, string>[] = [
    {},
    { FORCE_COLOR: "1" },
    { FORCE_COLOR: "1", NO_COLOR: "1" },
    { TERM: "dumb" },
    { NODE_OPTIONS: "--trace-warnings" },
    { DEBUG: "*" },
  ];

  test.each(variants)("is one JSON document with %j", (env) => {
    const home = new AkmHome();
    home.chain("col", { a: "printf '\\033[31mred\\033[0m\\n'; echo child says hi >&2" });
    const done = home.akm(["workflow", "run", "workflows/col", "--quiet"], { env });
    expect(done.status).toBe(0);
    expect(done.stdout.startsWith("{")).toBe(true);
    expect(done.stdout).not.toContain("\u001b");
    expect(done.json().workflow.steps[0]?.evidence.output).toBe("\u001b[31mred\u001b[0m");
    expect(done.stderr).toBe("");
  });

  test("stays so with --verbose, a changed source and a param that looks secret", () => {
    const home = new AkmHome();
    const frontMatter = (note: string) =>
      `params: { token: { type: string } }\nsteps:\n  - id: a\n    unit: { exec: { command: [echo, ${note}] } }`;
    home.workflow("v", frontMatter("one"), ["a"]);
    home.run("v", "--token", "abc", "--max-steps", "0");
    home.workflow("v", frontMatter("two"), ["a"]);
    const done = home.run("v", "--verbose");
    expect(done.json()).toMatchObject({ done: true });
    expect(done.stderr).toContain("changed");
    expect(done.stderr).toContain("a:solo: started");
  });

  test("has no colour in text either, while stderr obeys FORCE_COLOR and NO_COLOR", () => {
    const home = new AkmHome();
    home.chain("a", { a: "true" });
    const run = (env: Record<string, string>) =>
      home.akm(["workflow", "run", "workflows/a", "--new", "--format", "text"], { env });
    for (const env of variants) expect(run(env).stdout).not.toContain("\u001b");
    expect(run({ FORCE_COLOR: "1" }).stderr).toContain("\u001b[");
    expect(run({ FORCE_COLOR: "1", NO_COLOR: "1" }).stderr).not.toContain("\u001b[");
    expect(run({}).stderr).not.toContain("\u001b[");
  });
});

describe("formats", () => {
  test("text shows progress a line a step and a unit, and --quiet does not", () => {
    const home = new AkmHome();
    home.chain("a", { one: "echo 1", two: "exit 3" });
    const loud = home.akm(["workflow", "run", "workflows/a", "--format", "text"]);
    expect(loud.stderr.split("\n").map((line) => line.replace(/ in \S+$/, ""))).toEqual([
      "one: started (1 unit)",
      "  one:solo: completed",
      "one: completed",
      "two: started (1 unit)",
      "  two:solo: failed (non_zero_exit)",
      "two: failed",
      "",
    ]);
    expect(loud.stdout).toContain("non_zero_exit");
    expect(loud.stdout).toContain("--max-retries 1");
    expect(home.akm(["workflow", "run", "workflows/a", "--new", "--format", "text", "-q"]).stderr).toBe("");
  });

  test("--verbose shows what each unit made on stderr, and what each attempt made in a status", () => {
    const home = new AkmHome();
    const script = 'case $AKM_ITEM in *bad*) echo why >&2; exit 3;; *) echo "made of $AKM_ITEM";; esac';
    const unit = `{ exec: { command: ${JSON.stringify(["sh", "-c", script])} }, on_error: continue }`;
    home.workflow(
      "m",
      `params:\n  names: { type: array, default: [ok, bad] }\nsteps:\n  - id: a\n    map: { over: params.names, concurrency: 1, unit: ${unit} }`,
      ["a"],
    );
    const { stdout, stderr } = home.run("m", "-v");
    expect(stdout).not.toContain("\u001b");
    expect(stderr).toMatch(/a:[0-9a-f]{16} \(ok\): completed in \d+ms, 1\/2\n {4}made of "ok"\n/);
    expect(stderr).toMatch(/a:[0-9a-f]{16} \(bad\): failed \(non_zero_exit\) in \d+ms, 2\/2[\s\S]*\n {4}why/);
    expect(home.run("m", "--new").stderr).not.toContain("made of");

    const status = (...flags: string[]) =>
      home.akm(["workflow", "status", "workflows/m", "--format", "text", ...flags]).stdout;
    expect(status("--units", "-v")).toMatch(/a:[0-9a-f]{16} attempt 1: completed\n {4}made of "ok"\n/);
    expect(status("--units", "-v")).toMatch(/a:[0-9a-f]{16} attempt 1: failed[\s\S]*\n {4}why/);
    expect(status("--units")).not.toContain("attempt 1:");
  });

  test("jsonl streams the events of the run, the result last", () => {
    const home = new AkmHome();
    home.chain("a", { one: "true" });
    const lines = home
      .run("a", "--format", "jsonl")
      .stdout.trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ type, shape }) => type ?? shape)).toEqual([
      "workflow_started",
      "step_started",
      "unit_started",
      "unit_finished",
      "step_finished",
      "workflow_finished",
      "workflow-run",
    ]);
    const ids = lines.slice(0, -1).map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(
      home
        .akm(["log"])
        .json()
        .events.map(({ id }) => id),
    ).toEqual(ids);
  });

  test("yaml carries the same result", () => {
    const home = new AkmHome();
    home.chain("a", { one: "true" });
    home.run("a");
    const json = home.akm(["workflow", "list", "--format", "json"]).json();
    expect(parse(home.akm(["workflow", "list", "--format=yaml"]).stdout)).toEqual(json);
  });

  test("are set by the variable and the configuration too, and refused by name", () => {
    const home = new AkmHome();
    expect(home.akm(["workflow", "list"], { env: { AKM_FORMAT: "text" } }).stdout).toContain("No runs");
    home.akm(["config", "set", "output.format", "text"]);
    expect(home.akm(["workflow", "list", "--active"]).stdout).toMatch(/^No active runs in .*[^)]\.\n$/);
    expect(home.akm(["workflow", "list"]).stdout).toContain("No runs");
    const refused = home.akm(["workflow", "list", "--format", "xml"]);
    expect([refused.status, refused.stdout, refused.error().code]).toEqual([2, "", "INVALID_FORMAT_VALUE"]);
  });
});

describe("errors", () => {
  test("leave stdout empty and are the last line of stderr; in jsonl they end stdout too", () => {
    const home = new AkmHome();
    const json = home.akm(["workflow", "run", "workflows/none"]);
    expect([json.stdout, json.error().code]).toEqual(["", "ASSET_NOT_FOUND"]);
    const text = home.akm(["workflow", "run", "workflows/none", "--format", "text", "--quiet"]);
    expect(text.stderr).toMatch(/^error: .*\(ASSET_NOT_FOUND\)\nhint: .*\n$/);
    const jsonl = home.akm(["workflow", "run", "workflows/none", "--format", "jsonl"]);
    expect(jsonl.json()).toMatchObject({ code: "ASSET_NOT_FOUND" });
  });

  test("of a source come all at once with their places, and nothing is written", () => {
    const home = new AkmHome();
    home.write(
      "bundle/workflows/bad.md",
      "---\ntype: workflow\ndescription: x\nstepz: []\nsteps:\n  - id: a\n    unti: {}\n---\n## b\n",
    );
    const refused = home.run("bad");
    expect([refused.status, refused.error().code]).toEqual([2, "WORKFLOW_SOURCE_INVALID"]);
    const { problems } = refused.error();
    expect(problems.length).toBeGreaterThan(2);
    for (const problem of problems) {
      expect(problem).toMatchObject({
        file: "workflows/bad.md",
        line: expect.any(Number),
        column: expect.any(Number),
      });
    }
    expect(home.has("data/state.db")).toBe(false);
  });

  test("a deleted current directory is one sentence", () => {
    const home = new AkmHome();
    const { stdout } = shell(
      home,
      "mkdir gone; cd gone; rmdir ../gone; akm workflow list --format text 2>&1; echo $?; akm --version",
    );
    expect(stdout).toMatch(/^error: The current directory .*\nhint: .*\n1\n\d+\.\d+\.\d+\n$/);
  });
});

describe("help", () => {
  test("a group alone prints its help and exits 2; with --help it exits 0", () => {
    const home = new AkmHome();
    for (const words of [[], ["workflow"], ["config"]]) {
      const bare = home.akm(words);
      const asked = home.akm([...words, "--help"]);
      expect([bare.status, asked.status]).toEqual([2, 0]);
      expect(bare.stdout).toBe(asked.stdout);
      expect(bare.stdout).toContain("Usage: akm");
    }
  });

  test.each([["workflow run"], ["workflow create"], ["lint"], ["config set"], ["completions"]])(
    "%s shows an example",
    (name) => {
      const { status, stdout } = new AkmHome().akm([...name.split(" "), "--help"]);
      expect(status).toBe(0);
      expect(stdout).toMatch(/Example:\n {2}\S/);
      expect(stdout).not.toMatch(/undefined/);
    },
  );

  test("of a run tells the params of the workflow that is named, and without one what it tells anyway", () => {
    const home = new AkmHome();
    const help = (...words: string[]) => home.akm(["workflow", "run", ...words, "--help"]);
    home.workflow(
      "p",
      [
        "params:",
        "  where: { type: string, description: The place to ship to }",
        "  size: { enum: [small, large], default: small }",
        "  tags: { type: array, items: { type: string }, default: [] }",
        "steps:",
        "  - id: a",
        "    unit: { exec: { command: ['true'] } }",
      ].join("\n"),
      ["a"],
    );
    const told = help("workflows/p");
    expect(told.stdout).toContain(
      [
        "Params of bundle//workflows/p:",
        "  --where <string>  The place to ship to (required)",
        '  --size <choice>   one of small, large (default "small")',
        "  --tags <array>    once for each item, or as one JSON array (default [])",
      ].join("\n"),
    );
    expect(told.stdout).toContain(`Example:\n  akm workflow run`);
    for (const other of [help(), help("workflows/none")]) {
      expect([other.status, other.stderr]).toEqual([0, ""]);
      expect(other.stdout).toContain("--max-steps");
      expect(other.stdout).not.toContain("Params of");
    }
  });

  test("--version answers anywhere, even when the data directory is gone", () => {
    const home = new AkmHome();
    rmSync(join(home.root, "data"), { recursive: true });
    for (const words of [["--version"], ["-V"], ["workflow", "--version"], ["workflow", "list", "-V"]]) {
      expect(home.akm(words).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    }
  });
});

describe("log", () => {
  test("is cut by run, type, place and number, and says where to go on", () => {
    const home = new AkmHome();
    home.chain("one", { a: "echo a" });
    home.run("one");
    home.run("one");
    const { id } = home.newestRun();
    const log = (...words: string[]) => home.akm(["log", ...words]).json();
    const all = log();
    expect(all.events).toHaveLength(12);
    expect(log("--run", id.slice(0, 8)).events).toHaveLength(6);
    expect(log("--run", "workflows/one").events).toHaveLength(6);
    expect(home.akm(["log", "--run", "one"]).error().code).toBe("RUN_NOT_FOUND");
    expect(log("--type", "step_finished").events.map(({ stepId }) => stepId)).toEqual(["a", "a"]);
    const first = log("--limit", "5");
    expect(log("--since", `@offset:${first.nextOffset}`).events).toEqual(all.events.slice(5));
    expect(log("--since", "2999-01-01").events).toEqual([]);
    const last = all.events.at(-1)?.id;
    expect(log("--since", "2999-01-01").nextOffset).toBe(last);
    expect(log("--type", "gate_judged").nextOffset).toBe(last);
    expect(log("--since", "@offset:3", "--type", "gate_judged").nextOffset).toBe(3);
    expect(log("--since", "@offset:99999").nextOffset).toBe(99_999);
    const followed = home.akm(["log", "--follow", "--run", id, "--type", "gate_judged"]);
    expect(followed.json().nextOffset).toBe(last);
    expect(home.akm(["log", "--type", "step_finnished"]).error()).toMatchObject({
      code: "INVALID_FLAG_VALUE",
      hint: "Did you mean step_finished?",
    });
  });

  test("tells ids, statuses and counts, never content", () => {
    const home = new AkmHome();
    home.chain("one", { a: "echo precious" });
    home.run("one");
    expect(home.akm(["log"]).stdout).not.toContain("precious");
  });
});

describe("log --follow", () => {
  test("shows events as they come and ends with the run", async () => {
    const home = new AkmHome();
    home.chain("f", { a: "touch started; while [ ! -e go ]; do sleep 0.05; done" });
    home.start(["workflow", "run", "workflows/f"]);
    await until(() => home.has("started"));
    const log = home.start(["log", "--run", home.newestRun().id, "--follow", "--format", "jsonl"]);
    await until(() => log.stdout.includes("unit_started"));
    expect(log.stdout).not.toContain("unit_finished");
    home.write("go", "");
    const ended = await log.ended;
    expect(ended.status).toBe(0);
    const lines = ended.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.at(-2)).toMatchObject({ type: "workflow_finished" });
    expect(lines.at(-1)).toMatchObject({ ok: true, shape: "log", events: [], nextOffset: lines.at(-2).id });
  });

  test("ends by a signal like any other command", async () => {
    const home = new AkmHome();
    home.chain("f", { a: "true" });
    home.run("f");
    const log = home.start(["log", "--follow"]);
    await until(() => log.stdout.includes("workflow_finished"));
    log.child.kill("SIGINT");
    expect((await log.ended).status).toBe(130);
  });
});
