import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempTree } from "../../../test/rig/temp-tree.ts";
import { HEAD, markdown, workflowIn } from "../../../test/rig/workflow-source.ts";
import type { Config } from "../config-keys.ts";
import { resolveDirectories } from "../directories.ts";
import { configuredEngine } from "./configured-engine.ts";
import { gatherEngines } from "./gather-engines.ts";
import { loadModelAliases } from "./model-aliases.ts";

/** Put together, as it would look like a template gone wrong. */
const IN_BRACES = ["$", "{MY_KEY}"].join("");

const asking = workflowIn(markdown(`${HEAD}steps:\n  - id: a\n`));
const exec = '    unit: { exec: { command: ["true"] } }\n';
const commands = workflowIn(markdown(`${HEAD}steps:\n  - id: a\n${exec}`));
const judged = workflowIn(markdown(`${HEAD}steps:\n  - id: a\n${exec}`, "## a\n\nx\n\n### gate\n\n- r\n"));

function gather(workflow: typeof asking, config: Config = {}, files: Record<string, string> = {}, path = "") {
  const root = tempTree(files);
  const env = { HOME: root, AKM_CONFIG_DIR: join(root, "conf"), PATH: path.replaceAll("~", root) };
  const directories = resolveDirectories(env, () => root);
  return { root, gathered: gatherEngines(workflow, { config, directories, configFile: "/c.json", env }) };
}

describe("a configured engine", () => {
  const endpoint = "https://api.example.com/v1/chat/completions";

  // shows: engine-40a
  test("is frozen with its defaults filled in and its key by name", () => {
    expect(
      configuredEngine("x", { kind: "llm", endpoint, model: "m", apiKey: IN_BRACES, topP: 0.5 }),
    ).toEqual({
      kind: "llm",
      name: "x",
      provider: "openai-compatible",
      endpoint,
      model: "m",
      apiKeyVariable: "MY_KEY",
      inference: { topP: 0.5 },
      concurrency: 4,
    });
  });

  // shows: schema-539a
  test.each<[string, number | undefined, number]>([
    ["http://localhost:1234/v1/chat/completions", undefined, 1],
    ["http://localhost:1234/v1/chat/completions", 3, 3],
    [endpoint, undefined, 4],
    [endpoint, 1, 1],
  ])("at %s with concurrency %s takes %i requests at once", (at, concurrency, expected) => {
    const config = {
      kind: "llm",
      endpoint: at,
      model: "m",
      ...(concurrency === undefined ? {} : { concurrency }),
    } as const;
    expect(configuredEngine("x", config)).toMatchObject({ concurrency: expected });
  });

  // shows: schema-539b
  test("that is any program is given its prompt on stdin and answers in text unless told", () => {
    expect(configuredEngine("x", { kind: "agent", platform: "custom", bin: "b" })).toEqual({
      kind: "agent",
      name: "x",
      platform: "custom",
      bin: "b",
      args: [],
      envPassthrough: [],
      custom: { prompt: "stdin", output: "text" },
    });
    expect(configuredEngine("x", { kind: "agent", platform: "codex", timeoutMs: 9 })).not.toHaveProperty(
      "custom",
    );
  });
});

describe("what a freeze is told of engines", () => {
  const config: Config = {
    engines: { coder: { kind: "agent", platform: "claude" } },
    defaults: { engine: "coder" },
    workflow: { judgeEngine: "coder" },
  };

  test.each([
    ["asks one", asking],
    ["has a rubric to be judged", judged],
  ])("is all of it for a workflow that %s", async (_what, workflow) => {
    const { root, gathered } = gather(workflow, config);
    const engines = await gathered;
    expect([...engines.configured.keys()]).toEqual(["coder"]);
    expect(engines).toMatchObject({ default: "coder", judge: "coder", opencodeOnPath: false });
    expect(engines.files).toEqual({ config: "/c.json", models: join(root, "conf/models.json") });
    expect(engines.models.get("fast")?.get("claude")).toBeDefined();
  });

  // shows: schema-360c
  test("is nothing for one of commands alone, however broken the files are that it does not need", async () => {
    const engines = await gather(commands, config, { "conf/models.json": "{" }).gathered;
    expect(engines.configured.size + engines.models.size).toBe(0);
  });

  test("is whether opencode can be run from PATH", async () => {
    const files = { "a/opencode/not-a-file": "", "b/opencode": "not runnable", "c/opencode": "#!/bin/sh\n" };
    const { root, gathered } = gather(asking, {}, files, "~/a:~/b::/nowhere");
    expect((await gathered).opencodeOnPath).toBe(false);
    chmodSync(join(root, "c/opencode"), 0o755);
    const env = { HOME: root, PATH: join(root, "c") };
    const directories = resolveDirectories(env, () => root);
    const found = await gatherEngines(asking, { config: {}, directories, configFile: "/c.json", env });
    expect(found.opencodeOnPath).toBe(true);
  });
});

describe("model aliases", () => {
  const load = (text: string) => loadModelAliases(join(tempTree({ "models.json": text }), "models.json"));

  // shows: schema-593
  test("are the installed ones where the user has none", async () => {
    const aliases = await loadModelAliases(join(tempTree(), "models.json"));
    expect([...aliases.keys()]).toEqual(["fast", "balanced", "reasoning"]);
  });

  // shows: schema-593
  test("of the user lie over the installed ones, column by column", async () => {
    const aliases = await load(
      '{"version":1,"aliases":{"fast":{"claude":"mine","local":{"engine":"big"}},"deep":{"local":"m"}}}',
    );
    expect(aliases.get("fast")?.get("claude")).toBe("mine");
    expect(aliases.get("fast")?.get("local")).toEqual({ engine: "big" });
    expect(aliases.get("fast")?.get("opencode")).toBeDefined();
    expect([...(aliases.get("deep") ?? [])]).toEqual([["local", "m"]]);
  });

  // shows: schema-593
  test.each([
    ["{", /line 1/],
    ["[]", /one JSON object/],
    ['{"aliases":{}}', /version: must be 1/],
    ['{"version":2,"aliases":{}}', /version: must be 1/],
    ['{"version":1,"aliases":{"fast":{"claude":""}}}', /aliases\.fast\.claude/],
    ['{"version":1,"aliases":{"fast":{"claude":{"model":"m"}}}}', /aliases\.fast\.claude/],
    ['{"version":1,"aliases":{"fast":"m"}}', /aliases\.fast/],
  ])("like %s are refused, the file and the place named", async (text, message) => {
    await expect(load(text)).rejects.toMatchObject({
      code: "INVALID_CONFIG_FILE",
      message: expect.stringMatching(message),
    });
    await expect(load(text)).rejects.toThrow(/models\.json/);
  });
});
