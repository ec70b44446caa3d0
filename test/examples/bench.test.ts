import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../house/source-tree.ts";

describe("the benchmarks", () => {
  test("still run, with little work each", () => {
    const words = ["--quick", "sync-cost", "cold-start", "ask", "resume", "scale", "profile"];
    const bench = path.join(ROOT, "bench/run.mjs");
    const { status, stdout, stderr } = spawnSync(process.execPath, [bench, ...words], { encoding: "utf8" });
    expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout.match(/^## /gm)).toHaveLength(6);
  }, 240_000);
});
