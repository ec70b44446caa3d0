import { describe, expect, test } from "vitest";
import { AkmHome } from "../rig/akm-home.ts";
import { EngineHome } from "./engine-home.ts";

describe("a workflow that asks an engine", () => {
  test("runs by the configured default, with the notices of its freeze on stderr", async () => {
    const home = await EngineHome.open([{ text: "Hello." }]);
    home.source(
      "ask",
      "steps:\n  - id: s\n    unit: { isolation: worktree }\n    gate: { max_loops: 2 }",
      "## s\n\nSay hello.",
    );
    const end = await home.go("workflows/ask");
    expect(end.status).toBe(0);
    expect(end.json().workflow.steps[0]?.evidence.output).toBe("Hello.");
    expect(end.stderr).toMatch(/no "### gate" section/);
    expect(end.stderr).toMatch(/its isolation asks for nothing/);
    expect(home.server.requests[0]).toMatchObject({ body: { model: "m" }, path: "/v1/chat/completions" });
  });

  // shows: schema-555a
  // shows: engine-35, engine-159, reuse-108
  test("goes on with the engine it was frozen with, whatever the configuration says since", async () => {
    const home = await EngineHome.open((request) => ({ text: String(request.body.model) }));
    home.source("ask", "steps:\n  - id: a\n  - id: b", "## a\n\nOne.\n\n## b\n\nTwo.");
    const { id } = (await home.go("workflows/ask", "--max-steps", "1")).json().run;
    home.configure({});
    expect((await home.go(id)).json()).toMatchObject({ done: true });
    expect(home.server.requests.map(({ body }) => body.model)).toEqual(["m", "m"]);
  });

  // shows: schema-604b
  test.each([
    ["is not configured", "{ engine: nope }", "ENGINE_UNKNOWN"],
    ["has no column for its model", "{ model: fast }", "INVALID_CONFIG_FILE"],
  ])("ends with exit status 78 before anything is written when its engine %s", async (_why, unit, code) => {
    const home = await EngineHome.open([{}]);
    home.source("ask", `steps:\n  - id: s\n    unit: ${unit}`, "## s\n\nSay hello.");
    for (const verb of ["run", "plan"]) {
      const end = await home.call("workflow", verb, "workflows/ask");
      expect(end.status).toBe(78);
      expect(end.error()).toMatchObject({ code });
    }
    expect(home.has("data/state.db")).toBe(false);
    expect(home.server.requests).toHaveLength(0);
  });

  test("is shown where no engine is configured, and told what is missing to run it", () => {
    const home = new AkmHome();
    home.workflow("ask", "steps:\n  - id: s\n    unit: { engine: reviewer }", ["s"]);
    const shown = home.akm(["show", "workflows/ask"]);
    expect(shown.status).toBe(0);
    expect(shown.json().steps).toMatchObject([{ id: "s", orchestration: { engine: "reviewer" } }]);
    expect(shown.stderr).toContain('no engine "reviewer" is configured');
    const run = home.run("ask");
    expect(run.status).toBe(78);
  });

  // shows: schema-583b
  test("needs a judge to be named for its rubric, and says where", async () => {
    const home = await EngineHome.open([{}]);
    home.configure({});
    home.source(
      "g",
      'steps:\n  - id: s\n    unit: { exec: { command: ["true"] } }',
      "## s\n\nRun.\n\n### gate\n\n- r",
    );
    const end = await home.go("workflows/g");
    expect(end.status).toBe(78);
    expect(JSON.stringify(end.error())).toMatch(/workflow\.judgeEngine.*config\.json.*judgeEngine/);
  });

  test("is planned with its judge and its targets, without a prompt or a key", async () => {
    const home = await EngineHome.open([{}], { apiKey: "$STUB_KEY" });
    home.source("p", "steps:\n  - id: s", "## s\n\nThe prompt.\n\n### gate\n\n- r");
    const plan = await home.call("workflow", "plan", "workflows/p");
    expect(plan.json().steps).toMatchObject([
      { targetKind: "command", timeoutMs: 600_000, gate: { maxLoops: 1, judgeEngine: "stub" } },
    ]);
    expect(plan.stdout).not.toMatch(/The prompt|STUB_KEY/);
  });
});

describe("akm config set", () => {
  const set = (home: AkmHome, key: string, value: string) => home.akm(["config", "set", key, value]);
  const LLM = '{"kind":"llm","endpoint":"http://127.0.0.1:1/v1/chat/completions","model":"m"}';

  test("takes an engine, and then a setting of it", () => {
    const home = new AkmHome();
    expect(set(home, "engines.local", LLM).status).toBe(0);
    expect(set(home, "engines.local.concurrency", "2").status).toBe(0);
    expect(set(home, "engines.local.apiKey", "$MY_KEY").status).toBe(0);
    expect(JSON.parse(home.read("conf/config.json")).engines.local).toMatchObject({
      concurrency: 2,
      apiKey: "$MY_KEY",
    });
  });

  test.each([
    [
      "engines.local",
      '{"kind":"llm","endpoint":"http://127.0.0.1:1/v1","model":"m"}',
      "did you mean http://127.0.0.1:1/v1/chat/completions?",
    ],
    ["engines.local", '{"kind":"llm","model":"m"}', "engines.local.endpoint is missing"],
    ["engines.local", '{"kind":"agent","platform":"cluade"}', "engines.local.platform must be one of"],
    ["engines.Local", LLM, "engines.Local"],
    ["engines.akm-x", LLM, "must not begin with akm-"],
  ])("refuses %s = %s and writes nothing", (key, value, message) => {
    const home = new AkmHome();
    const end = set(home, key, value);
    expect([end.status, end.error().code]).toEqual([2, "INVALID_FLAG_VALUE"]);
    expect(end.error().error).toContain(message);
    expect(home.has("conf/config.json")).toBe(false);
  });
});

describe("akm doctor", () => {
  const checkOf = (end: Awaited<ReturnType<EngineHome["call"]>>, id: string) =>
    end.json().checks.find((check) => check.id === id);

  test("says of each engine whether it can be used, and with --probe whether it is there", async () => {
    const home = await EngineHome.open([{}]);
    expect(checkOf(await home.call("doctor"), "engine stub")).toMatchObject({ status: "pass" });
    const probed = await home.call("doctor", "--probe");
    expect(checkOf(probed, "engine stub")).toMatchObject({ status: expect.stringMatching(/pass|warn/) });
    await home.server.close();
    const gone = await home.call("doctor", "--probe", "--engine", "stub");
    expect(gone.status).toBe(1);
    expect(gone.json().checks).toMatchObject([
      { id: "engine stub", status: "fail", message: expect.stringContaining("does not answer") },
    ]);
  });

  test.each([
    [
      "a key that is not set",
      {
        x: {
          kind: "llm",
          endpoint: "http://127.0.0.1:9/v1/chat/completions",
          model: "m",
          apiKey: "$NO_SUCH_KEY",
        },
      },
      /Neither NO_SUCH_KEY nor AKM_ENGINE_X_API_KEY is set/,
    ],
    [
      "a program that is not there",
      { x: { kind: "agent", platform: "custom", bin: "no-such-agent" } },
      /no-such-agent cannot be run/,
    ],
    [
      "a model server that is none",
      { x: { kind: "agent", platform: "opencode-sdk", bin: process.execPath, llmEngine: "y" } },
      /llmEngine y is no configured model/,
    ],
  ])("fails an engine with %s", (_what, engines, message) => {
    const home = new AkmHome();
    home.write("conf/config.json", JSON.stringify({ engines }));
    const end = home.akm(["doctor", "--engine", "x"]);
    expect(end.status).toBe(1);
    expect(end.json().checks).toMatchObject([
      { status: "fail", message: expect.stringMatching(message), fix: expect.any(String) },
    ]);
  });

  test("tells the version of an agent's program", () => {
    const home = new AkmHome();
    home.write(
      "conf/config.json",
      JSON.stringify({ engines: { x: { kind: "agent", platform: "claude", bin: process.execPath } } }),
    );
    expect(home.akm(["doctor", "--engine", "x"]).json().checks).toMatchObject([
      { status: "pass", message: expect.stringContaining(process.version) },
    ]);
  });

  test("names no engine that is not there, and is content where none is needed", () => {
    const home = new AkmHome();
    expect(home.akm(["doctor", "--engine", "x"]).error()).toMatchObject({ code: "ENGINE_UNKNOWN" });
    expect(home.akm(["doctor"]).json().checks).toContainEqual(
      expect.objectContaining({ id: "engines", status: "pass" }),
    );
    home.write("conf/config.json", JSON.stringify({ defaults: { engine: "x" } }));
    expect(home.akm(["doctor"]).json().checks).toContainEqual(
      expect.objectContaining({
        id: "engines",
        status: "fail",
        message: expect.stringContaining("defaults.engine names x"),
      }),
    );
  });
});
