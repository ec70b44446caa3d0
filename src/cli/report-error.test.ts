import { describe, expect, test } from "vitest";
import { AkmError } from "../errors/index.ts";
import type { OutputFormat } from "./format.ts";
import type { Host } from "./host.ts";
import { reportError } from "./report-error.ts";

function reported(error: unknown, format: OutputFormat, env: NodeJS.ProcessEnv = {}) {
  const out = { stdout: "", stderr: "" };
  const stream = (name: "stdout" | "stderr") => ({
    isTerminal: false,
    write: (text: string) => {
      out[name] += text;
    },
    flush: async () => undefined,
    failure: () => undefined,
  });
  const host = { env, stdout: stream("stdout"), stderr: stream("stderr") } as unknown as Host;
  reportError(error, format, host, false);
  return out;
}

const problems = [
  { file: "a.md", line: 2, column: 3, code: "x", message: "first" },
  { code: "y", message: "second" },
];

describe("reportError", () => {
  test("is one JSON object on stderr, and nothing on stdout", () => {
    const { stdout, stderr } = reported(
      new AkmError("RUN_NOT_FOUND", "There is no run x.", { hint: "Look." }),
      "json",
    );
    expect(stdout).toBe("");
    expect(stderr).toBe('{"ok":false,"error":"There is no run x.","code":"RUN_NOT_FOUND","hint":"Look."}\n');
  });

  test("in text is two short lines", () => {
    const { stderr } = reported(
      new AkmError("RUN_NOT_FOUND", "There is no run x.", { hint: "Look." }),
      "text",
    );
    expect(stderr).toBe("error: There is no run x. (RUN_NOT_FOUND)\nhint: Look.\n");
  });

  test("in jsonl ends stdout too", () => {
    const { stdout, stderr } = reported(new AkmError("RUN_NOT_FOUND", "x"), "jsonl");
    expect(stdout).toBe(stderr);
  });

  test("carries every problem with its place", () => {
    const error = new AkmError("WORKFLOW_SOURCE_INVALID", "m", { problems });
    expect(JSON.parse(reported(error, "json").stderr).problems).toEqual(problems);
    expect(reported(error, "text").stderr).toContain("  a.md:2:3  first\n  second\nerror: m");
  });

  test("a defect of akm's own has no stack, unless asked for", () => {
    const defect = new TypeError("x is undefined", { cause: new Error("deep") });
    expect(JSON.parse(reported(defect, "json").stderr)).toMatchObject({ code: "INTERNAL" });
    expect(reported(defect, "json").stderr).not.toContain(" at ");
    const { stderr } = reported(defect, "json", { AKM_DEBUG: "1" });
    expect(stderr).toContain("caused by");
    expect(JSON.parse(stderr.trimEnd().split("\n").at(-1) ?? "")).toMatchObject({ code: "INTERNAL" });
  });
});
