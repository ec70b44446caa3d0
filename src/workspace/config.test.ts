import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempTree } from "../../test/rig/temp-tree.ts";
import { configFiles, configuredBundles, loadConfig, peekOutputFormat } from "./config.ts";
import { resolveDirectories } from "./directories.ts";

function load(root: string) {
  return loadConfig(files(root));
}

function files(root: string) {
  const directories = resolveDirectories({ HOME: root, AKM_CONFIG_DIR: join(root, "user") }, () => root);
  return configFiles(directories, join(root, "project/src"));
}

function treeOf(user: string | undefined, project: string | undefined) {
  return tempTree({
    "project/src/x": "",
    ...(user === undefined ? {} : { "user/config.json": user }),
    ...(project === undefined ? {} : { "project/.akm/config.json": project }),
  });
}

describe("loadConfig", () => {
  test("the project's settings stand over the user's, key by key", async () => {
    const root = treeOf(
      '{"output":{"format":"yaml"},"workflow":{"maxConcurrency":8,"defaultMapConcurrency":2}}',
      '{"workflow":{"maxConcurrency":3}}',
    );
    const { config, origins } = await load(root);
    expect(config).toEqual({
      output: { format: "yaml" },
      workflow: { maxConcurrency: 3, defaultMapConcurrency: 2 },
    });
    expect(origins).toEqual({
      "output.format": "user",
      "workflow.maxConcurrency": "project",
      "workflow.defaultMapConcurrency": "user",
    });
  });

  test("an engine is taken whole from one file", async () => {
    const big = { kind: "llm", endpoint: "http://127.0.0.1:1234/v1/chat/completions", model: "m" };
    const own = { kind: "agent", platform: "claude" };
    const root = treeOf(
      JSON.stringify({ engines: { big: { ...big, temperature: 1 }, own } }),
      JSON.stringify({ engines: { big } }),
    );
    const { config, origins } = await load(root);
    expect(config.engines).toEqual({ big, own });
    expect(origins).toEqual({ "engines.big": "project", "engines.own": "user" });
  });

  test("no files and empty files set nothing", async () => {
    expect((await load(treeOf(undefined, undefined))).config).toEqual({});
    expect((await load(treeOf("{}", "{ }"))).config).toEqual({});
  });

  test.each([
    ['{"workflow":{"maxConcurency":8}}', /workflow\.maxConcurency.*did you mean workflow\.maxConcurrency\?$/],
    ['{"colour":1}', /unknown key colour; known here: output/],
    ['{"outptu":{}}', /unknown key outptu; did you mean output/],
    ['{"workflow":{"maxConcurrency":0}}', /workflow\.maxConcurrency must be 1 or more/],
    ['{"workflow":{"maxConcurrency":"8"}}', /workflow\.maxConcurrency must be/],
    ['{"output":{"format":"xml"}}', /output\.format must be one of text, json, jsonl, yaml/],
    ['{"engines":{"Bad_Name":{"kind":"llm"}}}', /engines\.Bad_Name/],
    ['{"engines":{"akm-own":{"kind":"llm"}}}', /must not begin with akm-/],
    ['{"bundles":"x"}', /bundles must be a list of paths/],
    ["[]", /one JSON object/],
    ['{"a":1,}', /line 1, column/],
    ['{"output":{},\n"output":{}}', /line 2/],
    ["", /line 1/],
  ])("%s is refused, the file and the place named", async (text, message) => {
    const root = treeOf(text, undefined);
    await expect(load(root)).rejects.toMatchObject({
      code: "INVALID_CONFIG_FILE",
      message: expect.stringMatching(message),
    });
    await expect(load(root)).rejects.toThrow(join(root, "user/config.json"));
  });

  test("all problems of a file come at once", async () => {
    const root = treeOf('{"colour":1,"workflow":{"maxConcurrency":0}}', undefined);
    await expect(load(root)).rejects.toMatchObject({ problems: [{}, {}] });
  });

  test("__proto__ in a file is an unknown key like any other", async () => {
    await expect(load(treeOf('{"__proto__":{"output":{}}}', undefined))).rejects.toThrow(/__proto__/);
  });
});

describe("configured bundles", () => {
  test("start at the project, or at the user's file", async () => {
    const projectRoot = treeOf(undefined, '{"bundles":["more","/abs"]}');
    expect(configuredBundles(await load(projectRoot))).toEqual([join(projectRoot, "project/more"), "/abs"]);
    const userRoot = treeOf('{"bundles":["more"]}', "{}");
    expect(configuredBundles(await load(userRoot))).toEqual([join(userRoot, "user/more")]);
  });
});

describe("peekOutputFormat", () => {
  test("reads one setting and checks nothing else", () => {
    const root = treeOf('{"output":{"format":"yaml"}}', '{"unknown":1}');
    expect(peekOutputFormat(files(root))).toEqual({ value: "yaml", path: join(root, "user/config.json") });
  });

  test("the project's word is the last", () => {
    const root = treeOf('{"output":{"format":"yaml"}}', '{"output":{"format":"text"}}');
    expect(peekOutputFormat(files(root))?.value).toBe("text");
  });

  test("a file that is not JSON is an error all the same", () => {
    expect(() => peekOutputFormat(files(treeOf("{", undefined)))).toThrow(/config\.json/);
  });
});
