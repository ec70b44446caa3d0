import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./source-tree.ts";

describe("docs/conformance.md", () => {
  test("is up to date, and names a test for every statement or why there is none yet", () => {
    const { stdout, stderr } = spawnSync(process.execPath, ["scripts/conformance.mjs", "--check"], {
      cwd: path.resolve(ROOT),
      encoding: "utf8",
    });
    expect({ findings: stdout.split("\n").filter(Boolean), stderr }).toEqual({ findings: [], stderr: "" });
  });
});
