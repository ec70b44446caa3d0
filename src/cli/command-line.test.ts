import { describe, expect, test } from "vitest";
import { scriptedHost } from "../../test/rig/scripted-host.ts";
import type { Machine } from "../compose.ts";
import { runCommandLine } from "./command-line.ts";

const machine = { configuredFormat: async () => undefined, endNow: () => undefined } as unknown as Machine;

async function answer(...words: string[]) {
  const { host, kept } = scriptedHost();
  return { status: await runCommandLine(words, host, machine, "1.2.3"), ...kept };
}

describe("runCommandLine", () => {
  test("a mistake is the error object and exit 2", async () => {
    const { status, stdout, stderr } = await answer("workflwo", "run");
    expect([status, stdout]).toEqual([2, ""]);
    expect(JSON.parse(stderr)).toMatchObject({ ok: false, code: "UNKNOWN_COMMAND" });
  });

  test("an error about the format is written in the format that was meant", async () => {
    expect((await answer("workflow", "list", "--format", "text", "--nope")).stderr).toMatch(/^error: /);
    expect((await answer("workflow", "list", "--format=jsonl", "--nope")).stdout).toMatch(/^\{.*\}\n$/);
  });

  test("help and version need nothing of the machine", async () => {
    expect((await answer("workflow", "run", "--help")).stdout).toContain("Usage: akm workflow run");
    expect((await answer("workflow", "run", "-V")).stdout).toBe("1.2.3\n");
    expect((await answer("workflow")).status).toBe(2);
  });

  test("are commands as well", async () => {
    for (const words of [[], ["workflow"], ["workflow", "run"], ["--no-color", "show"]]) {
      const { status, stdout } = await answer(...words, "--help");
      expect(await answer("help", ...words)).toMatchObject({ status, stdout });
    }
    expect((await answer("help", "help")).stdout).toBe((await answer("--help")).stdout);
    expect(await answer("--no-color", "version")).toMatchObject({ status: 0, stdout: "1.2.3\n" });
    expect((await answer("help", "workflow", "rnu")).stderr).toContain("akm workflow run");
  });

  test("what is thrown where nothing catches it ends the children, then the process: one error object and exit 70", async () => {
    const { host, kept } = scriptedHost();
    const statusesAtEnd: number[][] = [];
    const driving = { ...machine, endNow: () => void statusesAtEnd.push([...kept.statuses]) };
    await runCommandLine(["--help"], host, driving, "1.2.3");
    kept.crash(new TypeError("x is undefined"));
    await new Promise(setImmediate);
    expect(kept.statuses).toEqual([70]);
    expect(statusesAtEnd).toEqual([[]]);
    expect(JSON.parse(kept.stderr)).toMatchObject({ ok: false, code: "INTERNAL" });
  });
});
