import { lstatSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempTree } from "../../test/rig/temp-tree.ts";
import { parseConfigKey, setConfigValue, unsetConfigValue } from "./edit-config.ts";

function read(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

describe("setConfigValue", () => {
  test("makes the file, and keeps what else it holds", async () => {
    const path = join(tempTree(), "new/config.json");
    expect(await setConfigValue(path, "workflow.maxConcurrency", "8")).toBe(8);
    expect(await setConfigValue(path, "output.format", "json")).toBe("json");
    expect(await setConfigValue(path, "bundles", '["a"]')).toEqual(["a"]);
    expect(read(path)).toEqual({
      workflow: { maxConcurrency: 8 },
      output: { format: "json" },
      bundles: ["a"],
    });
  });

  test("a value that reads as JSON is text where the key wants text", async () => {
    const path = join(tempTree(), "config.json");
    await setConfigValue(path, "engines.one", '{"kind":"agent","platform":"claude"}');
    await setConfigValue(path, "engines.one.model", "true");
    expect(read(path)).toEqual({ engines: { one: { kind: "agent", platform: "claude", model: "true" } } });
    await setConfigValue(path, "defaults.engine", "one");
    await expect(setConfigValue(path, "defaults.engine", "1")).rejects.toMatchObject({
      code: "INVALID_FLAG_VALUE",
    });
  });

  test("a value the key cannot have changes nothing", async () => {
    const root = tempTree({ "config.json": '{"output":{"format":"text"}}' });
    const path = join(root, "config.json");
    await expect(setConfigValue(path, "output.format", "xml")).rejects.toMatchObject({
      code: "INVALID_FLAG_VALUE",
    });
    expect(readFileSync(path, "utf8")).toBe('{"output":{"format":"text"}}');
  });

  test.each([
    ["output.format", "xml", 'output.format cannot be "xml": it must be one of text, json, jsonl, yaml.'],
    ["workflow.maxConcurrency", "many", 'cannot be "many": it must be a whole number.'],
    ["workflow.maxConcurrency", "0", "cannot be 0: it must be 1 or more."],
    ["workflow.defaultMapConcurrency", "1.5", "cannot be 1.5: it must be a whole number."],
    ["bundles", "here", 'bundles cannot be "here": it must be a list of paths, such as ["../shared"].'],
    ["defaults.engine", "Big One", 'defaults.engine cannot be "Big One": it must'],
    ["engines.one.apiKey", "typed-out-key", "engines.one.apiKey cannot be set to what was given: it must"],
  ])("%s is not %s: the key, the value and what is allowed are named", async (key, value, message) => {
    const content =
      '{"engines":{"one":{"kind":"llm","endpoint":"http://h/v1/chat/completions","model":"m"}}}';
    const path = join(tempTree({ "config.json": content }), "config.json");
    const refusal = setConfigValue(path, key, value);
    await expect(refusal).rejects.toMatchObject({
      code: "INVALID_FLAG_VALUE",
      message: expect.stringContaining(message),
    });
    await expect(refusal).rejects.not.toMatchObject({ message: expect.stringContaining("typed-out-key") });
    expect(readFileSync(path, "utf8")).toBe(content);
  });

  test("a file that is wrong elsewhere is told apart from a value that is wrong", async () => {
    const path = join(tempTree({ "config.json": '{"outptu":1}' }), "config.json");
    await expect(setConfigValue(path, "output.format", "json")).rejects.toMatchObject({
      code: "INVALID_CONFIG_FILE",
      message: expect.stringContaining("outptu"),
    });
  });

  test("a linked file stays a link", async () => {
    const root = tempTree({ "real.json": "{}" });
    const path = join(root, "config.json");
    symlinkSync(join(root, "real.json"), path);
    await setConfigValue(path, "output.format", "yaml");
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(read(join(root, "real.json"))).toEqual({ output: { format: "yaml" } });
  });
});

describe("unsetConfigValue", () => {
  test("takes the key out, and the group that held only it", async () => {
    const root = tempTree({ "config.json": '{"output":{"format":"text"},"bundles":[]}' });
    expect(unsetConfigValue(join(root, "config.json"), "output.format")).toBe(true);
    expect(read(join(root, "config.json"))).toEqual({ bundles: [] });
    expect(unsetConfigValue(join(root, "config.json"), "output.format")).toBe(false);
  });

  test("mends a file with a key nobody knows", () => {
    const root = tempTree({ "config.json": '{"colour":"red"}' });
    expect(unsetConfigValue(join(root, "config.json"), "colour")).toBe(true);
    expect(read(join(root, "config.json"))).toEqual({});
  });
});

describe("parseConfigKey", () => {
  test.each(["output.format", "workflow", "engines", "engines.my-engine", "engines.my-engine.model"])(
    "%s is a key",
    (key) => {
      expect(parseConfigKey(key)).toEqual(key.split("."));
    },
  );

  test.each(["outptu.format", "output.formats", "engines..x", "__proto__.x", ""])("%j is none", (key) => {
    expect(() => parseConfigKey(key)).toThrow(/no configuration key/);
  });
});
