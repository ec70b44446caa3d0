import { describe, expect, test } from "vitest";
import type { Machine } from "../compose.ts";
import { chooseFormat, formatForErrors } from "./format.ts";
import type { Host } from "./host.ts";

function host(isTerminal: boolean, env: NodeJS.ProcessEnv = {}): Host {
  return { env, stdout: { isTerminal } } as unknown as Host;
}

function machine(value?: unknown): Machine {
  const configured = value === undefined ? undefined : { value, path: "/c/config.json" };
  return { configuredFormat: async () => configured } as unknown as Machine;
}

describe("chooseFormat", () => {
  test.each([
    ["the flag first", "yaml", { AKM_FORMAT: "json" }, "text", "yaml", true],
    ["then the variable", undefined, { AKM_FORMAT: "json" }, "text", "json", true],
    ["then the configuration", undefined, { AKM_FORMAT: "" }, "jsonl", "jsonl", false],
  ])("takes %s", async (_, flag, env, configured, format, stated) => {
    expect(await chooseFormat(flag, host(true, env), machine(configured))).toEqual({ format, stated });
  });

  test("is text on a terminal and json off it", async () => {
    expect((await chooseFormat(undefined, host(true), machine())).format).toBe("text");
    expect((await chooseFormat(undefined, host(false), machine())).format).toBe("json");
  });

  test("refuses what is no format, saying where it stands", async () => {
    await expect(chooseFormat("xml", host(true), machine())).rejects.toMatchObject({
      code: "INVALID_FORMAT_VALUE",
    });
    await expect(chooseFormat(undefined, host(true, { AKM_FORMAT: "xml" }), machine())).rejects.toThrow(
      /AKM_FORMAT/,
    );
    await expect(chooseFormat(undefined, host(true), machine(3))).rejects.toMatchObject({
      code: "INVALID_CONFIG_FILE",
    });
  });

  test("an error about the format is written in the usual one", () => {
    expect(formatForErrors("xml", host(false))).toBe("json");
    expect(formatForErrors("text", host(false))).toBe("text");
  });
});
